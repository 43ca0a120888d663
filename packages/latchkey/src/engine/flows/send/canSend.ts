import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'

/**
 * Whether the active account can send where it is: the host has it on (it is by default, SPEC §9), the namespace has
 * sending, and the network is one that the host lists. Cheap enough to ask with every drawing.
 */
export function canSend(ctx: Pick<EngineContext, 'config' | 'remote' | 'connections' | 'live'>): boolean {
  const account = activeAccount(ctx)
  if (!account || featuresOf(ctx).send === false || ctx.config.basic) return false
  if (isUnsupportedNetwork(account.network)) return false
  const live = ctx.live.get(account.connectionId, account.namespace)
  // A stored connection is painted before its wallet was asked: its row must not come in afterwards.
  if (!live) return factsOf(ctx.config, account.namespace).actions.includes('send')
  return live.adapter.sending !== undefined && live.abilities.transfer !== undefined
}
