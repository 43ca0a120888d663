import { isSameAddress } from '../../../contract/isSameAddress.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import type { Siwx } from '../../../contract/siwx.ts'
import type { EngineContext } from '../../context.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import type { SignInSubject } from './signIn.ts'

/** The active account on its network; none on one that the host does not list. */
export function subjectOf(ctx: Pick<EngineContext, 'config' | 'connections'>): SignInSubject | undefined {
  const account = activeAccount(ctx)
  if (!account || isUnsupportedNetwork(account.network)) return undefined
  const { connectionId, namespace, network, address, caip10 } = account
  if (ctx.connections.getState().unconfirmed.includes(connectionId)) return undefined
  return { connectionId, namespace, caipNetworkId: network.caipNetworkId, address, caip10 }
}

/** Whether a session of this account on this network is stored. */
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
