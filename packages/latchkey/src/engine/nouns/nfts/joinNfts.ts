import type { Collectible } from './nfts.ts'

/** One answer of the services, cleaned. */
export interface NftPage {
  readonly items: readonly Collectible[]
  readonly next?: string | undefined
  /** The services do not answer for the network. */
  readonly uncovered?: boolean
}

/** Collectibles that a list has at most: no server can make it grow for ever. */
export const mostNfts = 2_000

/** The known collectibles after a page, the first or the one that begins at `cursor`. */
export function joinNfts(before: NftPage | undefined, page: NftPage, cursor?: string): NftPage {
  if (cursor !== undefined && before) return before.next === cursor ? joinMore(before, page) : before
  const { items, next, uncovered } = page
  const first = unique(items)
  // The same beginning: later pages that were read, and the cursor, stay.
  if (before && next !== undefined && before.items.length > first.length && isBeginning(first, before.items))
    return before
  return toPage(first, first.length > 0 ? next : undefined, uncovered)
}

function joinMore(known: NftPage, { items, next }: NftPage): NftPage {
  const before = new Set(known.items.map(({ id }) => id))
  const added = items.filter(({ id }) => !before.has(id))
  const all = [...known.items, ...added].slice(0, mostNfts)
  // A page with nothing new, or the place where one is already, leads nowhere.
  const leads = added.length > 0 && next !== known.next && all.length < mostNfts
  return toPage(all, leads ? next : undefined)
}

function toPage(items: readonly Collectible[], next: string | undefined, uncovered = false): NftPage {
  return { items, ...(next !== undefined && { next }), ...(uncovered && { uncovered }) }
}

function unique(items: readonly Collectible[]): readonly Collectible[] {
  return [...new Map(items.map(item => [item.id, item])).values()]
}

function isBeginning(first: readonly Collectible[], items: readonly Collectible[]): boolean {
  return first.every((item, at) => JSON.stringify(item) === JSON.stringify(items[at]))
}
