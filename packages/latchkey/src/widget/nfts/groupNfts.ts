import { type Spelling, spelledOnce } from '../../contract/namespaceFacts.ts'
import type { Collectible } from '../../engine/nouns/nfts/nfts.ts'

/** Neighbours of one collection. */
export interface NftGroup {
  /** Unique in a list. */
  readonly key: string
  readonly name: string | undefined
  /** Undefined for those that belong to no collection. */
  readonly address: string | undefined
  readonly items: readonly Collectible[]
  /** The collectible is unverified, and part of it looks like spam. */
  readonly unverified: boolean
}

/**
 * Collectibles by collection, whose addresses compare by `spelling`, in the order in which each is first met; those
 * of no collection together; those that look like spam only when asked for.
 */
export function groupNfts(
  items: readonly Collectible[],
  withSpam: boolean,
  spelling: Spelling,
): readonly NftGroup[] {
  const groups = new Map<string, Collectible[]>()
  for (const item of items) {
    if (item.spam && !withSpam) continue
    const key = isAlone(item) ? '' : spelledOnce(item.collection.address, spelling)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups].map(([key, held]) => ({
    key,
    name: held.find(({ collection }) => collection.name !== undefined)?.collection.name,
    address: key === '' ? undefined : held[0]?.collection.address,
    items: held,
    unverified: held.some(({ spam }) => spam),
  }))
}

/** Whether a collectible is a token by itself, and of no collection. */
export function isAlone({ address, collection }: Collectible): boolean {
  return address !== undefined && address === collection.address
}
