import type { CaipNetworkId } from 'latchkey/contract'
import { readsAsAmount, textOf } from 'latchkey/evmcodec'
import { type FrameSite, listedMints, listedTokens } from 'latchkey/services'
import { tokenKey } from '../approve/moneyWords.ts'
import type { TokenWords } from './approval.ts'

const longestSymbol = 16

/**
 * Symbol and decimals of the tokens that are on a list, by `tokenKey`: the list of this build, then the
 * operator's, which renames no token of the first. No contract is asked for what a list says.
 */
export function listedWords(
  chainId: CaipNetworkId,
  named: FrameSite['contracts'] = {},
): ReadonlyMap<string, TokenWords> {
  const id = Number(chainId.slice(chainId.indexOf(':') + 1))
  const theirs = Object.hasOwn(named, chainId) ? named[chainId] : undefined
  const { tokens = [], words = [] } = theirs ?? {}
  const all = new Map<string, TokenWords>()
  if (tokens.length === words.length)
    for (const [at, [symbol, decimals]] of words.entries())
      all.set(tokenKey(tokens[at] ?? ''), wordsOf(symbol, decimals))
  const own = Object.hasOwn(listedMints, chainId) ? listedMints[chainId] : listedTokens[id]
  for (const [symbol, , address, decimals] of own ?? []) all.set(tokenKey(address), wordsOf(symbol, decimals))
  return all
}

/** An operator's list may come from anywhere: a symbol that cannot be shown is left out, and the address stands for it. */
function wordsOf(text: string, decimals: number): TokenWords {
  const symbol = textOf(text, longestSymbol)
  return {
    isListed: true,
    isCollection: false,
    decimals,
    ...(symbol !== undefined && !readsAsAmount(symbol) && { symbol }),
  }
}
