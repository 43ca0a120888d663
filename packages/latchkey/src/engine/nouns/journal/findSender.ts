import { addressOf, type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Network } from '../../../contract/network.ts'
import type { EngineContext, LiveProvider } from '../../context.ts'
import { networkIdOfNamespace } from '../accounts/projectState.ts'

/**
 * The wallet that holds an account and is on the network.
 * @throws LatchkeyError NOT_CONNECTED, SEND_FAILED when the account or the network is not the active one (any more).
 */
export function findSender(
  { connections, live, config }: Pick<EngineContext, 'connections' | 'live' | 'config'>,
  { from, network }: { readonly from: CaipAddress; readonly network: Network },
): LiveProvider {
  const namespace = namespaceOf(from)
  const state = connections.getState()
  const active = state.active[namespace]
  const wallet = active && live.get(active.connectionId, namespace)
  if (!wallet) throw createError('NOT_CONNECTED', { context: { namespace } })
  // A quote for one account or network is not sent from another that became active since.
  const reason =
    addressOf(active.caip10) !== addressOf(from)
      ? 'other-account'
      : networkIdOfNamespace(state, config.networks, namespace) !== network.caipNetworkId
        ? 'other-network'
        : undefined
  if (reason !== undefined) throw createError('SEND_FAILED', { context: { reason } })
  return wallet
}
