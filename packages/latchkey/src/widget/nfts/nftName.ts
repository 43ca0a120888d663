import type { Collectible } from '../../engine/nouns/nfts/nfts.ts'

/** Digits at either end of a token id that is too long to be read. */
const ends = 4

/** A token id in a form that a reader can distinguish: all of it, or its ends. */
export function shortTokenId(tokenId: string): string {
  return tokenId.length <= 2 * ends + 3 ? tokenId : `${tokenId.slice(0, ends)}…${tokenId.slice(-ends)}`
}

/** What a collectible is called: its own name, else its collection's and its number. */
export function nftName({ name, collection, tokenId }: Collectible): string {
  const number = `#${shortTokenId(tokenId)}`
  return name ?? (collection.name === undefined ? number : `${collection.name} ${number}`)
}
