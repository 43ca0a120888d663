/** `latchkey/evm`: wallets and networks of the eip155 namespace. */

import { evmFacts } from './chains/evm/evmFacts.ts'
import type { AdapterDescriptor } from './contract/adapter.ts'

/**
 * Makes the eip155 adapter, for `adapters: [evm()]`. Its descriptor is a few lines; the rest loads when a visitor is
 * about to connect (SPEC §1 "Chain namespaces").
 */
export function evm(): AdapterDescriptor {
  return {
    namespace: 'eip155',
    facts: evmFacts,
    discover: async (target, options, found) =>
      (await import('./chains/evm/discoverEvm.ts')).discoverEvm(target, options, found),
    load: async () => (await import('./chains/evm/createEvmAdapter.ts')).createEvmAdapter(),
  }
}
