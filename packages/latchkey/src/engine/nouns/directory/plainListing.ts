import { isBrowseTemplate } from '../../../contract/browseLink.ts'
import { isCaipNetworkId } from '../../../contract/caip.ts'
import { isSocketUrl, isWebUrl } from '../../../contract/link.ts'
import { isSafeLink } from '../../../contract/safeLink.ts'
import type { WalletListing } from '../../../contract/wallet.ts'

// Control, bidi, zero-width and other characters that show nothing or turn what is around them.
const invisible = /[\p{C}\p{DI}\u2800]+/gu
// Marks that pile up on one letter until they cover the rows around it.
const stacked = /(\p{M}{2})\p{M}+/gu
/** Characters of a name that are shown (T67). */
const longestName = 64

const pages = ['webapp_link', 'link_mode', 'app_store', 'play_store', 'chrome_store', 'homepage'] as const
const links = ['mobile_link', 'desktop_link'] as const
/** Other names that are kept. */
const mostAliases = 8

/**
 * A listing as a list may show it, whichever key signed it: a plain name, and only links that may be opened (T22, T67).
 * Undefined when no name is left.
 */
export function plainListing(listing: WalletListing): WalletListing | undefined {
  const { id, image_id, rdns, injected, color, badge_type, chains, relays, aliases } = listing
  const name = plainText(listing.name)
  if (name === '') return undefined
  return {
    id,
    name,
    ...(image_id !== undefined && { image_id }),
    ...(rdns !== undefined && /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(rdns) && { rdns }),
    ...(injected && {
      injected: injected.map(({ namespace, injected_id }) => ({
        namespace: plainText(namespace),
        injected_id: plainText(injected_id),
      })),
    }),
    ...(color !== undefined && { color }),
    ...(badge_type !== undefined && { badge_type }),
    ...kept(listing, pages, isWebUrl),
    ...kept(listing, links, isSafeLink),
    ...kept(listing, ['browse'], isBrowseTemplate),
    ...(aliases && { aliases: aliases.slice(0, mostAliases).map(plainText).filter(Boolean) }),
    ...(chains && { chains: chains.filter(chain => isCaipNetworkId(chain)) }),
    ...(relays && { relays: relays.filter(isSocketUrl) }),
  }
}

function kept<K extends keyof WalletListing>(
  listing: WalletListing,
  names: readonly K[],
  test: (value: unknown) => boolean,
): Partial<Pick<WalletListing, K>> {
  return Object.fromEntries(
    names.flatMap(name => (test(listing[name]) ? [[name, listing[name]]] : [])),
  ) as Partial<Pick<WalletListing, K>>
}

function plainText(text: string): string {
  const plain = text.slice(0, 1_000).replace(/\s+/g, ' ').replace(invisible, '').replace(stacked, '$1').trim()
  return [...plain].slice(0, longestName).join('').trim()
}
