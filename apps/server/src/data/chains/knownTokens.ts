import type { CaipNetworkId } from 'latchkey/contract'
import { listedTokens } from 'latchkey/services'
import type { Token } from './chainFacts.ts'

/** Widely held tokens of Solana's mainnet, from their issuers' own pages. */
const solanaTokens = [
  ['WSOL', 'Wrapped SOL', 'So11111111111111111111111111111111111111112', 9],
  ['USDC', 'USD Coin', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6],
  ['USDT', 'Tether USD', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6],
  ['PYUSD', 'PayPal USD', '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', 6],
] as const

/** Our own list of tokens; operators add more with TOKEN_LISTS. */
export const knownTokens: ReadonlyMap<CaipNetworkId, readonly Token[]> = new Map([
  ...Object.entries(listedTokens).map(
    ([id, tokens]) => [`eip155:${id}` as CaipNetworkId, tokens.map(toToken)] as const,
  ),
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', solanaTokens.map(toToken)] as const,
])

function toToken([symbol, name, address, decimals]: readonly [string, string, string, number]): Token {
  return { address, name, symbol, decimals }
}
