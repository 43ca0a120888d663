import { createProviderClient } from '../../createProviderClient.ts'
import type { MakeProvider } from '../../makeProviders.ts'
import { recipientOf } from '../recipientOf.ts'
import { createSettlers } from './createSettlers.ts'
import { createZeroX } from './createZeroX.ts'

/** 0x, where it has a key: its API answers nothing without one. */
export const makeZeroX: MakeProvider = ({ settings, book, proxy, clock, now }) => {
  const { url, key } = settings.zeroX
  if (key === undefined) return undefined
  const ask = createProviderClient({
    url,
    headers: { '0x-api-key': key, '0x-version': 'v2' },
    timeout: settings.timeout,
    clock,
    now,
  })
  return createZeroX({
    ask,
    feeOn: network => ({ bps: settings.fee.bps, recipient: recipientOf(network, settings.fee.recipients) }),
    chains: book.served.flatMap(chain => book.find(chain) ?? []),
    settlersOf: createSettlers({ proxy, clock }),
    now,
  })
}
