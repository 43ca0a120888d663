/** `latchkey/sui`: wallets and networks of the sui namespace. */

import { suiFacts } from './chains/sui/suiFacts.ts'
import type { AdapterDescriptor } from './contract/adapter.ts'

/**
 * Makes the sui adapter, for `adapters: [sui()]`. Its descriptor is a few lines; the rest loads when a visitor is about to
 * connect (SPEC §1 "Chain namespaces").
 */
export function sui(): AdapterDescriptor {
  return {
    namespace: 'sui',
    facts: suiFacts,
    discover: async (target, { announced }, found) =>
      (await import('./chains/standard/discoverStandard.ts')).discoverStandard(
        target,
        { announced, namespace: 'sui' },
        found,
      ),
    load: async () => (await import('./chains/sui/createSuiAdapter.ts')).createSuiAdapter(),
  }
}
