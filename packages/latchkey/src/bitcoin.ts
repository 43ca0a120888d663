/** `latchkey/bitcoin`: wallets and networks of the bip122 namespace. */

import { bitcoinFacts } from './chains/bitcoin/bitcoinFacts.ts'
import type { AdapterDescriptor } from './contract/adapter.ts'

/**
 * Makes the bitcoin adapter, for `adapters: [bitcoin()]`. Its descriptor is a few lines; the rest loads when a visitor is
 * about to connect (SPEC §1 "Chain namespaces").
 */
export function bitcoin(): AdapterDescriptor {
  return {
    namespace: 'bip122',
    facts: bitcoinFacts,
    discover: async (target, options, found) =>
      (await import('./chains/bitcoin/discoverBitcoin.ts')).discoverBitcoin(target, options, found),
    load: async () => (await import('./chains/bitcoin/createBitcoinAdapter.ts')).createBitcoinAdapter(),
  }
}
