import type { CaipNetworkId } from 'latchkey/contract'
import { type FrameContracts, type FrameSite, mostFrameContracts } from 'latchkey/services'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'

/**
 * The contracts that the wallet's page carries beyond its own tables: those of CHAINS, then tokens of TOKEN_LISTS in their
 * order, up to 200 in all. A token that is left out only costs its buyers a second confirmation.
 */
export function listContracts({ described, tokens }: ChainSettings): NonNullable<FrameSite['contracts']> {
  const contracts = new Map<CaipNetworkId, FrameContracts>()
  let left = mostFrameContracts
  for (const { id, wrapped, routers = [] } of described) {
    const count = routers.length + (wrapped === undefined ? 0 : 1)
    if (count === 0 || count > left) continue
    left -= count
    contracts.set(id, { ...(wrapped && { wrapped }), ...(routers.length > 0 && { routers: [...routers] }) })
  }
  for (const [id, list] of tokens) {
    const listed = list.slice(0, left)
    left -= listed.length
    if (listed.length === 0) continue
    contracts.set(id, {
      ...contracts.get(id),
      tokens: listed.map(({ address }) => address),
      words: listed.map(({ symbol, decimals }) => [symbol, decimals]),
    })
  }
  return Object.fromEntries(contracts)
}
