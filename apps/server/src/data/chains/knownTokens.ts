import type { CaipNetworkId } from 'latchkey/contract'
import { listedMints, listedTokens } from 'latchkey/services'
import type { Token } from './chainFacts.ts'

/** Our own list of tokens; operators add more with TOKEN_LISTS. */
export const knownTokens: ReadonlyMap<CaipNetworkId, readonly Token[]> = new Map([
  ...Object.entries(listedTokens).map(
    ([id, tokens]) => [`eip155:${id}` as CaipNetworkId, tokens.map(toToken)] as const,
  ),
  ...Object.entries(listedMints).map(([id, tokens]) => [id as CaipNetworkId, tokens.map(toToken)] as const),
])

function toToken([symbol, name, address, decimals]: readonly [string, string, string, number]): Token {
  return { address, name, symbol, decimals }
}
