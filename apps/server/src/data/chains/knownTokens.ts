import type { CaipNetworkId } from 'latchkey/contract'
import { listedTokens } from 'latchkey/services'
import type { Token } from './chainFacts.ts'

/** Our own list of tokens; operators add more with TOKEN_LISTS. */
export const knownTokens: ReadonlyMap<CaipNetworkId, readonly Token[]> = new Map(
  Object.entries(listedTokens).map(([id, tokens]) => [
    `eip155:${id}` as CaipNetworkId,
    tokens.map(([symbol, name, address, decimals]) => ({ address, name, symbol, decimals })),
  ]),
)
