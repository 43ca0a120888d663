import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'

/**
 * Whether the active account can swap where it is: the host has it on, the region does not restrict it (SPEC §6), there are services, and
 * the namespace has swaps. Cheap enough to ask with every drawing; whether a provider serves the network is the form's to say.
 */
export function canSwap(ctx: Pick<EngineContext, 'config' | 'remote' | 'connections' | 'live'>): boolean {
  const account = activeAccount(ctx)
  if (!account || ctx.config.basic || !ctx.config.endpoints?.api || featuresOf(ctx).swaps !== true)
    return false
  if (isUnsupportedNetwork(account.network)) return false
  const live = ctx.live.get(account.connectionId, account.namespace)
  // A stored connection is painted before its wallet was asked: its row must not come in afterwards.
  if (!live) return factsOf(ctx.config, account.namespace).actions.includes('swap')
  return live.adapter.swapping !== undefined && live.abilities.sendCall !== undefined
}
