/** The door `latchkey/evm`: wallets and networks of the eip155 namespace. */
import { discoverEvm } from './chains/evm/discoverEvm.ts'
import type { AdapterDescriptor } from './contract/adapter.ts'

/** The eip155 adapter for `adapters: [evm()]`: about a kilobyte now, the rest when a wallet is chosen. */
export function evm(): AdapterDescriptor {
  return {
    namespace: 'eip155',
    discover: discoverEvm,
    load: async () => (await import('./chains/evm/createEvmAdapter.ts')).createEvmAdapter(),
  }
}
