import { addressOf, type CaipAddress, toCaipAddress } from '../../../contract/caip.ts'
import type { Network } from '../../../contract/network.ts'
import type { EngineContext } from '../../context.ts'
import { networkOf } from '../../nouns/accounts/projectState.ts'

/** What tells who is active, and where. */
export interface HereContext extends Pick<EngineContext, 'connections'> {
  readonly config: Pick<EngineContext['config'], 'networks'>
}

/** The active account on the network that it is on; undefined while nothing is connected. */
export function ownerHere(ctx: HereContext): CaipAddress | undefined {
  const { active, activeNamespace } = ctx.connections.getState()
  const account = active[activeNamespace]
  return account && toCaipAddress(networkHere(ctx).caipNetworkId, addressOf(account.caip10))
}

/** The network of the active namespace. */
export function networkHere({ connections, config }: HereContext): Network {
  const state = connections.getState()
  return networkOf(state, config.networks, state.activeNamespace)
}
