/** `latchkey/polkadot`: wallets and networks of the polkadot namespace. */

import { polkadotFacts } from './chains/polkadot/polkadotFacts.ts'
import type { AdapterDescriptor } from './contract/adapter.ts'

/**
 * Makes the polkadot adapter, for `adapters: [polkadot()]`. Its descriptor is a few lines; the rest loads when a visitor is
 * about to connect (SPEC §1 "Chain namespaces").
 */
export function polkadot(): AdapterDescriptor {
  return {
    namespace: 'polkadot',
    facts: polkadotFacts,
    discover: async (target, options, found) =>
      (await import('./chains/polkadot/discoverInjectedWeb3.ts')).discoverInjectedWeb3(
        target,
        options,
        found,
      ),
    load: async () => (await import('./chains/polkadot/createPolkadotAdapter.ts')).createPolkadotAdapter(),
  }
}
