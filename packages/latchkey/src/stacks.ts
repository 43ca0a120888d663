/** `latchkey/stacks`: wallets and networks of the stacks namespace. */

import { stacksFacts } from './chains/stacks/stacksFacts.ts'
import type { AdapterDescriptor } from './contract/adapter.ts'

/**
 * Makes the stacks adapter, for `adapters: [stacks()]`. Its descriptor is a few lines; the rest loads when a visitor is
 * about to connect (SPEC §1 "Chain namespaces").
 */
export function stacks(): AdapterDescriptor {
  return {
    namespace: 'stacks',
    facts: stacksFacts,
    discover: async (target, options, found) =>
      (await import('./chains/stacks/discoverStacks.ts')).discoverStacks(target, options, found),
    load: async () => (await import('./chains/stacks/createStacksAdapter.ts')).createStacksAdapter(),
  }
}
