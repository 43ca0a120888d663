import type { ChainNamespace } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'
import type { EngineContext } from '../../engine/context.ts'
import { networkOf } from '../../engine/nouns/accounts/projectState.ts'
import { isListed } from '../../engine/nouns/networks/findNetwork.ts'

/**
 * Tells when another list of the host's makes the network that a namespace is on another one, a listed or an unlisted one: whoever
 * is held on one that was not listed, or has to sign in on one that is, hears of it. A chunk of its own: the list of most
 * hosts stays as it is.
 */
export function tellListed(
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
