import type { NameZone } from '../../contract/nameZone.ts'
import type { EngineContext } from '../../engine/context.ts'
import { activeAccount } from '../../engine/nouns/accounts/activeAccount.ts'

/** Why the active account cannot sign for a name; undefined where it can, as far as is known before. */
export type SigningBlock =
  | { readonly why: 'unable' | 'contractNever' }
  | { readonly why: 'contract'; readonly network: string; readonly canSwitch: boolean }

/** The services verify a contract's signature on one network alone (decision 012). */
export function signingBlock(
  ctx: Pick<EngineContext, 'connections' | 'config' | 'live'>,
  zone: Pick<NameZone, 'chain'>,
): SigningBlock | undefined {
  const account = activeAccount(ctx)
  if (!account) return { why: 'unable' }
  const { connectionId, namespace, caip10, network } = account
  if (!ctx.live.get(connectionId, namespace)?.abilities.signMessage) return { why: 'unable' }
  const connection = ctx.connections.getState().connections.find(({ id }) => id === connectionId)
  const own = connection?.namespaces[namespace]?.accounts.find(each => each.caip10 === caip10)
  if (own?.type !== 'smartAccount' || zone.chain === network.caipNetworkId) return undefined
  if (zone.chain === null) return { why: 'contractNever' }
  const known = ctx.config.networks.find(({ caipNetworkId }) => caipNetworkId === zone.chain)
  return {
    why: 'contract',
    network: known?.name ?? zone.chain,
    canSwitch: known !== undefined && ctx.config.enableNetworkSwitch !== false,
  }
}
