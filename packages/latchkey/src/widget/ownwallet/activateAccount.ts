import type { ChainNamespace } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'
import { refreshOwn } from '../../engine/nouns/embedded/ownAccounts.ts'
import type { Runtime } from '../runtime/runtime.ts'

/**
 * Puts the smart account in use on its network, by an operation that does nothing but this; the visitor approves it in the
 * frame. Ends once it is there.
 * @throws LatchkeyError as `sendCalls` does.
 */
export async function activateAccount(
  engine: Runtime['engine'],
  options: {
    readonly connectionId: string
    readonly namespace: ChainNamespace
    readonly address: string
    readonly network: Network
  },
): Promise<void> {
  const { address, network } = options
  const { showCalls } = await import('../sendcalls/showCalls.ts')
  // Account shows how far it has come: there is no card to open.
  const runtime = { engine, present: () => undefined }
  await showCalls(runtime, { show: false, calls: [{ to: address }], caipNetworkId: network.caipNetworkId })
  await refreshOwn(engine.ctx, options)
}
