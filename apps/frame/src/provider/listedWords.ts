import type { CaipNetworkId } from 'latchkey/contract'
import { readsAsAmount, textOf } from 'latchkey/evmcodec'
import { type FrameSite, listedTokens } from 'latchkey/services'
import type { TokenWords } from './approval.ts'

const longestSymbol = 16

/**
 * Symbol and decimals of the tokens that are on a list, by address in lower case: the list of this build, then the
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
      all.set((tokens[at] ?? '').toLowerCase(), wordsOf(symbol, decimals))
  for (const [symbol, , address, decimals] of Object.hasOwn(listedTokens, id) ? (listedTokens[id] ?? []) : [])
    all.set(address.toLowerCase(), wordsOf(symbol, decimals))
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
