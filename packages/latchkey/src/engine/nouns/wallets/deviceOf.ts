import type { ChainNamespace } from '../../../contract/caip.ts'
import type { ListingDevice } from '../../../contract/isOfferedOn.ts'
import type { EngineContext } from '../../context.ts'

/** The device and the relay that a page's lists of wallets are for, in one namespace or in all it has adapters of. */
export function deviceOf(
  { config, phone }: Pick<EngineContext, 'config' | 'phone'>,
  namespace?: ChainNamespace,
): ListingDevice {
  const namespaces = namespace === undefined ? config.adapters.map(each => each.namespace) : [namespace]
  return { phone, relay: config.endpoints?.relay, chains: namespaces.map(each => `${each}:`) }
}
