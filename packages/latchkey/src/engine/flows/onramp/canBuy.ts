import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'

/**
 * Whether the active account can buy: the host has it on, the region does not restrict it (SPEC §6), there are services or it is a demonstration, and
 * the namespace has it. Cheap enough to ask with every drawing; whether a provider serves the network and the country is the form's to say.
 */
export function canBuy(ctx: Pick<EngineContext, 'config' | 'remote' | 'connections'>): boolean {
  const { config } = ctx
  const account = activeAccount(ctx)
  if (!account || config.basic || featuresOf(ctx).onramp !== true) return false
  if (!config.endpoints?.api && config.demo !== true) return false
  if (isUnsupportedNetwork(account.network)) return false
  return factsOf(config, account.namespace).actions.includes('buy')
}
