import { addressOf, type ChainNamespace } from '../../../contract/caip.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import type { EngineContext } from '../../context.ts'
import { networkOf } from '../accounts/projectState.ts'
import { recallIdentity } from './identityCache.ts'

/** Shows the name that an account was known by within the last 5 minutes; nobody is asked, as nobody acted yet. */
export async function showKnownIdentity(ctx: EngineContext, namespace: ChainNamespace): Promise<void> {
  const { config } = ctx
  const connections = ctx.connections.getState()
  const caip10 = connections.active[namespace]?.caip10
  const network = networkOf(connections, config.networks, namespace)
  if (!caip10 || !config.endpoints?.api || config.basic) return
  if (network.testnet || isUnsupportedNetwork(network)) return
  const known = await recallIdentity(ctx, `${namespace}:${addressOf(caip10)}`)
  const profiles = ctx.profiles.getState()
  if (known?.name === undefined || profiles[caip10] || ctx.signal.aborted) return
  ctx.profiles.dispatch({ ...profiles, [caip10]: { profileName: known.name } })
}
