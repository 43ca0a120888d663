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

/** Whether the active account is known to be a contract, whose address may be another's on another network. */
export function isContractAccount(ctx: Pick<EngineContext, 'config' | 'connections'>): boolean {
  const account = activeAccount(ctx)
  const { connections } = ctx.connections.getState()
  const part = connections.find(({ id }) => id === account?.connectionId)
  const own = account && part?.namespaces[account.namespace]?.accounts
  return own?.find(({ caip10 }) => caip10 === account?.caip10)?.type === 'smartAccount'
}
