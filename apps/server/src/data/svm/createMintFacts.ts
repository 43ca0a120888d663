import type { CaipNetworkId } from 'latchkey/contract'
import { cleanText } from '../chains/cleanText.ts'
import type { ChainBook } from '../chains/createChainBook.ts'
import {
  longestName,
  longestSymbol,
  type ReadTokenFacts,
  type TokenFacts,
} from '../chains/createTokenFacts.ts'
import { isSpamAsset } from '../chains/spam.ts'
import { toIconUrl } from '../chains/toIconUrl.ts'
import type { DescribedMint, ReadMints } from './createMintReader.ts'

/**
 * Reads a token's words from its list entry, or from the description of its mint. A mint that differs from a listed one in
 * the case of letters alone is spam: it was made to be mistaken for it.
 */
export function createMintFacts(deps: {
  readonly readMints: ReadMints
  readonly book: ChainBook
  /** Tokens the operator calls spam, as CAIP-10. */
  readonly spamTokens: ReadonlySet<string>
}): ReadTokenFacts {
  const { readMints, book, spamTokens } = deps
  const lowered = new Map<CaipNetworkId, ReadonlySet<string>>()

  function isTwin(chain: CaipNetworkId, address: string): boolean {
    const listed = lowered.get(chain) ?? new Set(book.tokens(chain).map(token => token.address.toLowerCase()))
    lowered.set(chain, listed)
    return listed.has(address.toLowerCase())
  }

  return async (chain, addresses) => {
    const unlisted = [...new Set(addresses)].filter(address => book.token(chain.id, address) === undefined)
    const mints = await readMints(chain, unlisted)
    const read = new Map(
      unlisted.map((address, index) => [address, toFacts(chain.id, address, mints[index] ?? null)]),
    )
    return addresses.map(address => {
      const listed = book.token(chain.id, address)
      if (listed === undefined) return read.get(address) ?? null
      return { ...listed, isSpam: false, iconUrl: toIconUrl(listed.symbol) }
    })
  }

  function toFacts(chain: CaipNetworkId, address: string, mint: DescribedMint | null): TokenFacts | null {
    const said = mint?.description
    const symbol = cleanText(said?.symbol, longestSymbol) ?? cleanText(said?.name, longestSymbol)
    const name = cleanText(said?.name, longestName) ?? symbol
    if (mint === null || said === undefined || symbol === null || name === null) return null
    const isSpam =
      isTwin(chain, address) ||
      isSpamAsset(
        { address, name: said.name, symbol: said.symbol, fungible: true },
        {
          // Listed tokens are never read from the chain.
          vouched: () => false,
          symbols: book.symbols(chain),
          listed: token => spamTokens.has(`${chain}:${token}`),
        },
      )
    return {
      address,
      name,
      symbol,
      decimals: mint.decimals,
      isSpam,
      iconUrl: null,
      ...(mint.isScaled && { isScaled: true as const }),
    }
  }
}
