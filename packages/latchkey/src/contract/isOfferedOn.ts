import { reachedWallets } from './reachedWallets.ts'
import { reachesRelay } from './reachesRelay.ts'
import type { WalletListing } from './wallet.ts'

/** The device that a list of wallets is for. */
export interface ListingDevice {
  /** Wallets are apps there. */
  readonly phone: boolean
  /** The relay of the page, a `wss://` URL. */
  readonly relay?: string | undefined
  /** CAIP-2 ids that the list is narrowed to. Default any. */
  readonly chains?: readonly string[] | undefined
}

/**
 * Whether a wallet that is not installed has a place in the list of a device: one rule for the list, its count, its
 * search and the rows of Connect. A desktop lists every wallet. A phone lists those that open the page in their own
 * browser, and those whose app can be opened (SPEC §5 "Mobile wallet listings") and listens on the page's relay.
 */
export function isOfferedOn(
  listing: Pick<WalletListing, 'id' | 'browse' | 'mobile_link' | 'link_mode' | 'relays'>,
  { phone, relay, chains }: ListingDevice,
  isOwn = false,
): boolean {
  if (!phone || listing.browse !== undefined) return true
  const { id, mobile_link, link_mode } = listing
  const hasApp = mobile_link !== undefined || link_mode !== undefined || reachedIds(chains).includes(id)
  // Without a relay the way to an app is its store.
  return hasApp && (relay === undefined || reachesRelay(listing, relay, isOwn))
}

function reachedIds(chains: readonly string[] | undefined): readonly string[] {
  const { everywhere, byNamespace } = reachedWallets
  const namespaces = chains?.length
    ? chains.map(chain => chain.slice(0, chain.indexOf(':')))
    : Object.keys(byNamespace)
  return [...everywhere, ...namespaces.flatMap(namespace => byNamespace[namespace] ?? [])]
}
