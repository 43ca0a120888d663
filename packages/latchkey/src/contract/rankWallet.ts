/** How well a wallet answers a search, the same in the directory and in the bundled list (SPEC §2 "AllWallets"). */
import type { WalletListing } from './wallet.ts'

/** A wallet as a search looks at it; made once for each wallet. */
export interface WalletWords {
  readonly name: string
  /** The words of the name, and all of it as one. */
  readonly words: readonly string[]
  readonly aliases: readonly string[]
  /** What may hold the search anywhere: the name, its rdns, the host of its site. */
  readonly text: string
}

/** Characters of a name, an alias and a search that are looked at. */
const longest = 64
const mostWords = 8
const mostAliases = 8

/** What a search compares of a wallet. */
export function wordsOf({
  name,
  aliases = [],
  rdns = '',
  homepage = '',
}: Pick<WalletListing, 'name' | 'aliases' | 'rdns' | 'homepage'>): WalletWords {
  const plain = toPlain(name)
  const host = /^https:\/\/([^/?#]*)/.exec(homepage)?.[1] ?? ''
  const words = plain.split(' ').slice(0, mostWords)
  return {
    name: plain,
    words: [...new Set([...words, plain.replace(/ /g, '')])],
    aliases: aliases.slice(0, mostAliases).map(toPlain).filter(Boolean),
    text: [name.slice(0, longest), rdns, host].join('\n').toLowerCase(),
  }
}

/**
 * The rank of a wallet for a search, 0 the best; undefined when it does not answer it. In order: the name begins with it,
 * a word of the name does, an alias does, it stands anywhere in name, rdns or the site's host, and one or two typing
 * mistakes away from the beginning of a word or an alias.
 */
export function rankWallet(search: string, wallet: WalletWords): number | undefined {
  const typed = search.trim().toLowerCase()
  const plain = toPlain(search)
  if (typed === '') return 0
  // One letter between signs is no name.
  if (plain.length > 1 || plain === typed) {
    if (wallet.name === plain) return 0
    if (wallet.name.startsWith(plain)) return 1
    if (wallet.words.some(word => word.startsWith(plain))) return 2
    if (wallet.aliases.some(alias => alias.startsWith(plain))) return 3
  }
  if (wallet.text.includes(typed)) return 4
  const most = mistakesIn(plain)
  if (most === 0) return undefined
  const fewest = Math.min(
    ...[...wallet.words, ...wallet.aliases].map(word => mistakesFrom(plain, word, most)),
  )
  return fewest <= most ? 4 + fewest : undefined
}

/** The wallets that answer a search, the best first and else in their own order. */
export function rankWallets<T>(
  search: string,
  wallets: readonly T[],
  wordsFor: (wallet: T) => WalletWords,
): readonly T[] {
  if (search.trim() === '') return wallets
  return wallets
    .flatMap(wallet => {
      const rank = rankWallet(search, wordsFor(wallet))
      return rank === undefined ? [] : [{ wallet, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ wallet }) => wallet)
}

/** Lower case, without accents and signs, one space between words. */
function toPlain(text: string): string {
  return text
    .slice(0, longest)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** A short search has so many neighbors that a mistake in it would find everything. */
function mistakesIn(search: string): number {
  return search.length < 4 ? 0 : search.length < 8 ? 1 : 2
}

/**
 * The fewest mistakes (a letter missing, too many, wrong, or two in the wrong order) between a search and any beginning
 * of a word; `most + 1` when there are more than `most`. Only the band of the table within `most` of its diagonal is
 * computed, so the work is linear in the length.
 */
function mistakesFrom(search: string, word: string, most: number): number {
  const far = most + 1
  const width = Math.min(word.length, search.length + most)
  if (width < search.length - most) return far
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: width + 1 }, (_, at) => Math.min(at, far))
  for (let from = 1; from <= search.length; from += 1) {
    const next: number[] = Array.from({ length: width + 1 }, () => far)
    if (from <= most) next[0] = from
    for (let to = Math.max(1, from - most); to <= Math.min(width, from + most); to += 1) {
      const isSame = search[from - 1] === word[to - 1]
      let cost = Math.min(
        (row[to - 1] ?? far) + (isSame ? 0 : 1),
        (row[to] ?? far) + 1,
        (next[to - 1] ?? far) + 1,
      )
      const isSwapped = search[from - 1] === word[to - 2] && search[from - 2] === word[to - 1]
      if (from > 1 && to > 1 && isSwapped) cost = Math.min(cost, (before[to - 2] ?? far) + 1)
      next[to] = Math.min(cost, far)
    }
    before = row
    row = next
  }
  // The search may end before the word does.
  return Math.min(...row)
}
