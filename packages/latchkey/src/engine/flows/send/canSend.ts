import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import { networkOf } from '../../nouns/accounts/projectState.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'

/**
 * Whether the active account can send where it is: the host has it on (it is by default, SPEC §9), the namespace has
 * sending, and the network is one that the host lists. Cheap enough to ask with every drawing.
 */
export function canSend(ctx: Pick<EngineContext, 'config' | 'remote' | 'connections' | 'live'>): boolean {
  const state = ctx.connections.getState()
  const { activeNamespace } = state
  const active = state.active[activeNamespace]
  if (!active || featuresOf(ctx).send === false || ctx.config.basic) return false
  if (isUnsupportedNetwork(networkOf(state, ctx.config.networks, activeNamespace))) return false
  const live = ctx.live.get(active.connectionId, activeNamespace)
  // A stored connection is painted before its wallet was asked: its row must not come in afterwards.
  if (!live) return factsOf(ctx.config, activeNamespace).actions.includes('send')
  return live.adapter.sending !== undefined && live.abilities.transfer !== undefined
}
