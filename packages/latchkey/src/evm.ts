/** The door `latchkey/evm`: wallets and networks of the eip155 namespace. */
import type { AdapterDescriptor } from './contract/adapter.ts'

/** The eip155 adapter for `adapters: [evm()]`: a few lines now, the rest when a visitor is about to connect. */
export function evm(): AdapterDescriptor {
  return {
    namespace: 'eip155',
    discover: async (target, options, found) =>
      (await import('./chains/evm/discoverEvm.ts')).discoverEvm(target, options, found),
    load: async () => (await import('./chains/evm/createEvmAdapter.ts')).createEvmAdapter(),
  }
}
