import type { RpcRequest } from 'latchkey/contract'
import { parseQuantity, readsAsAmount, readText, readWord, textOf } from 'latchkey/evmcodec'
import { isContractFault, mostCalls } from 'latchkey/services'
import type { Effect } from '../approve/effects/effect.ts'
import { flattenEffects } from '../approve/effects/effect.ts'
import type { TokenWords } from './approval.ts'
import { NodeFault } from './nodes.ts'

const longestSymbol = 16

/** The contracts that an approval speaks of as tokens or collections: one for each call that there can be. */
export function tokensOf(effects: readonly Effect[]): readonly string[] {
  const found = new Set<string>()
  for (const effect of flattenEffects(effects)) {
    if ('token' in effect && effect.token) found.add(effect.token.toLowerCase())
    if (effect.is === 'swap')
      for (const { token } of [...effect.pays, ...effect.gets]) if (token) found.add(token.toLowerCase())
    if ('collection' in effect) found.add(effect.collection.toLowerCase())
  }
  return [...found].slice(0, mostCalls)
}

/** What a contract says of itself as a token: its symbol, its decimals, and whether each number of it is one of a kind. */
export async function readToken(
  nodes: RpcRequest,
  address: string,
  signal: AbortSignal,
): Promise<TokenWords> {
  const call = (data: string) =>
    nodes('eth_call', [{ to: address, data }, 'latest'], signal).catch(cause =>
      // A contract without such a function says nothing; undefined: no node answered.
      cause instanceof NodeFault && isContractFault(cause) ? '0x' : undefined,
    )
  const [symbol, decimals, isCollection] = await Promise.all([
    // symbol(), decimals(), supportsInterface(0x80ac58cd)
    call('0x95d89b41'),
    call('0x313ce567'),
    call(`0x01ffc9a780ac58cd${'0'.repeat(56)}`),
  ])
  const places = readWord(decimals)
  const words = textOf(readText(symbol), longestSymbol)
  return {
    ...(words !== undefined && !readsAsAmount(words) && { symbol: words }),
    ...(places !== undefined && places <= 255n && { decimals: Number(places) }),
    ...(typeof isCollection === 'string' && { isCollection: parseQuantity(isCollection) === 1n }),
  }
}
