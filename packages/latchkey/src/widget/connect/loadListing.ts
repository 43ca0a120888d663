import type { WalletListing } from '../../contract/wallet.ts'

/** A listing with the store links of the bundled catalogue. */
export async function loadListing(listing: WalletListing): Promise<WalletListing> {
  const { storeLinks } = await import('./storeLinks.ts')
  return { ...(Object.hasOwn(storeLinks, listing.id) && storeLinks[listing.id]), ...listing }
}
