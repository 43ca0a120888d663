import { createProviderClient } from '../../createProviderClient.ts'
import type { MakeProvider } from '../../makeProviders.ts'
import { createLifi } from './createLifi.ts'

/** LI.FI, where it is enabled; a key only raises its limits. */
export const makeLifi: MakeProvider = ({ settings, book, clock, now }) => {
  const { url, key, isEnabled, integrator } = settings.lifi
  if (!isEnabled) return undefined
  const headers = key === undefined ? {} : { 'x-lifi-api-key': key }
  return createLifi({
    ask: createProviderClient({ url, headers, timeout: settings.timeout, clock, now }),
    hasKey: key !== undefined,
    integrator,
    feeBps: settings.fee.bps,
    chains: book.served.flatMap(chain => book.find(chain) ?? []),
    clock,
    now,
  })
}
