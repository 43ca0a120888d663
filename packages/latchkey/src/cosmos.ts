/** `latchkey/cosmos`: wallets and networks of the cosmos namespace. */

import { cosmosFacts } from './chains/cosmos/cosmosFacts.ts'
import type { AdapterDescriptor } from './contract/adapter.ts'

/**
 * Makes the cosmos adapter, for `adapters: [cosmos()]`. Its descriptor is a few lines; the rest loads when a visitor is
 * about to connect (SPEC §1 "Chain namespaces").
 */
export function cosmos(): AdapterDescriptor {
  return {
    namespace: 'cosmos',
    facts: cosmosFacts,
    discover: async (target, options, found) =>
      (await import('./chains/cosmos/discoverKeplr.ts')).discoverKeplr(target, options, found),
    load: async () => (await import('./chains/cosmos/createCosmosAdapter.ts')).createCosmosAdapter(),
  }
}
