import type { ChainBook } from '../../data/chains/createChainBook.ts'
import type { ReadTokenFacts } from '../../data/chains/createTokenFacts.ts'
import type { MoneyAsset } from './resolveAsset.ts'

/** An asset as the chain itself describes it. */
export interface AssetFacts {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The operator or our lists vouch for it. */
  readonly isListed: boolean
}

/**
 * Reads an asset's words and decimals; undefined for a contract that is no token, looks like bait, or counts in a unit that is not known.
 * @throws ChainUnreadable
 */
export async function readAssetFacts(
  { book, tokenFacts }: { readonly book: ChainBook; readonly tokenFacts: ReadTokenFacts },
  { chain, contract }: MoneyAsset,
): Promise<AssetFacts | undefined> {
  if (contract === null) return { ...chain.nativeCurrency, isListed: true }
  const [facts] = await tokenFacts(chain, [contract])
  const isListed = book.token(chain.id, contract) !== undefined
  // A token that looks like a listed one is bait, unless it is the listed one.
  if (facts == null || facts.isScaled || (facts.isSpam && !isListed)) return undefined
  const { name, symbol, decimals } = facts
  return { name, symbol, decimals, isListed }
}
