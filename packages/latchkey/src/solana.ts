/** `latchkey/solana`: wallets and networks of the solana namespace. */

import { solanaFacts } from './chains/solana/solanaFacts.ts'
import type { AdapterDescriptor } from './contract/adapter.ts'

/**
 * Makes the solana adapter, for `adapters: [solana()]`. Its descriptor is a few lines; the rest loads when a visitor is
 * about to connect (SPEC §1 "Chain namespaces").
 */
export function solana(): AdapterDescriptor {
  return {
    namespace: 'solana',
    facts: solanaFacts,
    discover: async (target, { announced }, found) =>
      (await import('./chains/standard/discoverStandard.ts')).discoverStandard(
        target,
        { announced, namespace: 'solana' },
        found,
      ),
    load: async () => (await import('./chains/solana/createSolanaAdapter.ts')).createSolanaAdapter(),
  }
}
