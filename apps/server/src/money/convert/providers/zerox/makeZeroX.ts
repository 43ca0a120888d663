import { createProviderClient } from '../../createProviderClient.ts'
import type { MakeProvider } from '../../makeProviders.ts'
import { recipientOf } from '../recipientOf.ts'
import { createZeroX } from './createZeroX.ts'
import { zeroXNetworks } from './zeroXNetworks.ts'

/** 0x, where it has a key: its API answers nothing without one. */
export const makeZeroX: MakeProvider = ({ settings, clock, now }) => {
  const { url, key } = settings.zeroX
  if (key === undefined) return undefined
  const ask = createProviderClient({
    url,
    headers: { '0x-api-key': key, '0x-version': 'v2' },
    timeout: settings.timeout,
    clock,
    now,
  })
  const { bps, recipients } = settings.fee
  const [network] = zeroXNetworks.keys()
  const recipient = network === undefined ? undefined : recipientOf(network, recipients)
  return createZeroX({ ask, fee: { bps, recipient }, now })
}
