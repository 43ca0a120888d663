import type { ChainNamespace } from '../../../contract/caip.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import type { EngineContext } from '../../context.ts'
import { activeAccount } from '../accounts/activeAccount.ts'
import { recallIdentity } from './identityCache.ts'

/** Shows the name that an account was known by within the last 5 minutes. Sends no request, because the visitor has not acted yet. */
export async function showKnownIdentity(ctx: EngineContext, namespace: ChainNamespace): Promise<void> {
  const { config } = ctx
  const account = activeAccount(ctx, namespace)
  if (!account || !config.endpoints?.api || config.basic) return
  const { caip10, address, network } = account
  if (network.testnet || isUnsupportedNetwork(network)) return
  const known = await recallIdentity(ctx, `${namespace}:${address}`)
  const profiles = ctx.profiles.getState()
  if (known?.name === undefined || profiles[caip10] || ctx.signal.aborted) return
  ctx.profiles.dispatch({ ...profiles, [caip10]: { profileName: known.name } })
}
