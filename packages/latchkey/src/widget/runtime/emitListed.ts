import type { ChainNamespace } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'
import type { EngineContext } from '../../engine/context.ts'
import { networkOf } from '../../engine/nouns/accounts/projectState.ts'
import { isListed } from '../../engine/nouns/networks/findNetwork.ts'

/**
 * Emits `networkChanged` when a new list of the host changes a namespace's network, or whether it is listed.
 * UnsupportedChain and sign-in react to that.
 */
export function emitListed(
  { connections, facts }: EngineContext,
  namespace: ChainNamespace,
  [before, after]: readonly [readonly Network[], readonly Network[]],
): void {
  const standing = (networks: readonly Network[]) => {
    const { caipNetworkId } = networkOf(connections.getState(), networks, namespace)
    return { namespace, caipNetworkId, supported: isListed(networks, caipNetworkId) }
  }
  const was = standing(before)
  const now = standing(after)
  if (now.caipNetworkId !== was.caipNetworkId || now.supported !== was.supported)
    facts.emit('networkChanged', now)
}
