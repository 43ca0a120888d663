import type { ChainAdapter, ConnectProviderOptions, ProviderState } from '../../../contract/adapter.ts'
import type { DiscoveredWallet } from '../../../contract/wallet.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { EngineContext } from '../../context.ts'
import { networkIdOfNamespace } from '../../nouns/accounts/projectState.ts'

/** A wallet in one namespace, and what it shares there. */
export interface ConnectedPart {
  readonly wallet: DiscoveredWallet
  readonly adapter: ChainAdapter
  readonly state: ProviderState
}

/** The prompt that was answered. */
export type JointOrder = Pick<ConnectProviderOptions, 'prompt' | 'signal'>

/**
 * Reads what a prompt answered for the wallet's other namespaces, without another one. A namespace that it does not answer for, or whose
 * adapter fails, is left out: the visitor has approved the rest.
 * @throws LatchkeyError MODAL_CLOSED when the signal aborts.
 */
export async function readJoint(
  ctx: EngineContext,
  wallets: readonly DiscoveredWallet[],
  { prompt, signal }: JointOrder,
): Promise<readonly ConnectedPart[]> {
  const parts = wallets.map(async wallet => {
    const { namespace, provider } = wallet
    const { networks } = ctx.config
    try {
      const adapter = await ctx.adapter(namespace)
      const state = await adapter.connect(provider, {
        silent: true,
        networks: networks.filter(network => network.chainNamespace === namespace),
        network: networkIdOfNamespace(ctx.connections.getState(), networks, namespace),
        prompt,
        signal,
      })
      return state ? [{ wallet, adapter, state }] : []
    } catch {
      return []
    }
  })
  return (await orAborted(Promise.all(parts), signal)).flat()
}
