import { addressOf, type CaipAddress, namespaceOf, networkIdOf } from '../../../contract/caip.ts'
import { isSameId } from '../../../contract/namespaceFacts.ts'
import type { SentAsset } from '../../../contract/send.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { Engine } from '../../engine.ts'
import { findNetwork } from '../networks/findNetwork.ts'

/**
 * What an account holds of an asset, in base units: the network's own currency by the chain, a token by what is listed for the account that is looked
 * at. Undefined where it is not known; never rejects.
 */
export async function readHeld(
  engine: Pick<Engine, 'ctx' | 'tokens'>,
  { owner, asset }: { readonly owner: CaipAddress; readonly asset: SentAsset },
): Promise<bigint | undefined> {
  const { ctx } = engine
  const network = findNetwork(ctx.config.networks, networkIdOf(owner))
  if (!network) return undefined
  try {
    if (asset.address === undefined) {
      const adapter = await ctx.adapter(namespaceOf(owner))
      return await adapter.nativeBalance?.(ctx.rpc(network), addressOf(owner), network)
    }
    const tokens = await engine.tokens()
    await tokens.refresh({ force: true })
    const { portfolios, failed } = tokens.machine.getState()
    if (failed.includes(owner)) return undefined
    const spelling = factsOf(ctx.config, namespaceOf(owner)).tokens
    const held = portfolios[owner]?.tokens
    const token = held?.find(({ address }) => isSameId(address, asset.address, spelling))
    if (!held) return undefined
    return token?.amount?.decimals === asset.decimals ? token.amount.value : token ? undefined : 0n
  } catch {
    return undefined
  }
}
