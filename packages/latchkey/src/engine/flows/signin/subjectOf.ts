import type { Siwx } from '../../../contract/siwx.ts'
import { isSameAddress } from '../../base/lookalike.ts'
import type { EngineContext } from '../../context.ts'
import { networkIdOfNamespace } from '../../nouns/accounts/projectState.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import type { SignInSubject } from './signIn.ts'

/** The active account on its network; none on one that the host does not list. */
export function subjectOf({
  config,
  connections,
}: Pick<EngineContext, 'config' | 'connections'>): SignInSubject | undefined {
  const state = connections.getState()
  const namespace = state.activeNamespace
  const active = state.active[namespace]
  if (!active || state.unconfirmed.includes(active.connectionId)) return undefined
  const id = networkIdOfNamespace(state, config.networks, namespace)
  const network = id === undefined ? undefined : findNetwork(config.networks, id)
  if (!network) return undefined
  const { connectionId, caip10 } = active
  const address = caip10.slice(caip10.lastIndexOf(':') + 1)
  return { connectionId, namespace, caipNetworkId: network.caipNetworkId, address, caip10 }
}

/** Whether somebody keeps a session of this account on this network. */
export async function hasSessionOf(
  siwx: Siwx,
  { caipNetworkId, address }: Pick<SignInSubject, 'caipNetworkId' | 'address'>,
): Promise<boolean> {
  const sessions = await siwx.getSessions(caipNetworkId, address)
  // What a host answers for another account or network is none of this one's (T35, T36).
  return sessions.some(
    ({ data }) => data.chainId === caipNetworkId && isSameAddress(data.accountAddress, address),
  )
}
