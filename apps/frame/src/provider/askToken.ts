import type { RpcRequest } from 'latchkey/contract'
import { parseQuantity, readText, readWord, textOf } from 'latchkey/evmcodec'
import type { Effect } from '../approve/effects/effect.ts'
import { flattenEffects } from '../approve/effects/effect.ts'
import type { TokenWords } from './approval.ts'

/** Contracts of one approval that are asked for their words. */
export const mostTokens = 12
const longestSymbol = 16

/** The contracts that an approval speaks of as tokens or collections. */
export function tokensOf(effects: readonly Effect[]): readonly string[] {
  const found = new Set<string>()
  for (const effect of flattenEffects(effects)) {
    if ('token' in effect && effect.token) found.add(effect.token.toLowerCase())
    if ('collection' in effect) found.add(effect.collection.toLowerCase())
  }
  return [...found].slice(0, mostTokens)
}

/** What a contract says of itself as a token: its symbol, its decimals, and whether each number of it is one of a kind. */
export async function askToken(nodes: RpcRequest, address: string, signal: AbortSignal): Promise<TokenWords> {
  const call = (data: string) =>
    nodes('eth_call', [{ to: address, data }, 'latest'], signal).catch(() => undefined)
  const [symbol, decimals, isCollection] = await Promise.all([
    // symbol(), decimals(), supportsInterface(0x80ac58cd)
    call('0x95d89b41'),
    call('0x313ce567'),
    call(`0x01ffc9a780ac58cd${'0'.repeat(56)}`),
  ])
  const places = readWord(decimals)
  const words = textOf(readText(symbol), longestSymbol)
  return {
    ...(words !== undefined && { symbol: words }),
    ...(places !== undefined && places <= 255n && { decimals: Number(places) }),
    ...(parseQuantity(isCollection) === 1n && { isCollection: true }),
  }
}
