import type { ChainNamespace } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'
import type { EngineContext } from '../../engine/context.ts'
import { refreshOwn } from '../../engine/nouns/embedded/ownAccounts.ts'

/**
 * Puts the smart account in use on its network, by an operation that does nothing but this; the visitor approves it in the
 * frame. Ends once it is there.
 * @throws LatchkeyError as `sendCalls` does.
 */
export async function activateAccount(
  ctx: EngineContext,
  options: {
    readonly connectionId: string
    readonly namespace: ChainNamespace
    readonly address: string
    readonly network: Network
  },
): Promise<void> {
  const { address, network } = options
  const { sendCalls } = await import('../../engine/flows/send/sendCalls.ts')
  await sendCalls(ctx, { calls: [{ to: address }], caipNetworkId: network.caipNetworkId })
  await refreshOwn(ctx, options)
}
