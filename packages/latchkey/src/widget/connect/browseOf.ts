import { browseLink, isOpenElsewhere } from '../../contract/browseLink.ts'
import { isLoopback } from '../../contract/link.ts'
import type { WalletListing } from '../../contract/wallet.ts'
import type { LinkPlatform } from '../../engine/base/linkPlatform.ts'

/** Characters of a link that a camera still reads from a screen; longer ones make dots too small. */
const longestCode = 1_000

/** How a wallet opens a page in its own browser, or why it cannot. */
export interface Browse {
  /** Absent where the wallet has no such link, or the page is not one that it opens. */
  readonly link?: string
  /** The page's host, where the wallet has a link and only the page is in the way, as in development. */
  readonly unreachable?: string
}

/** The link for a device: a phone opens it itself, a desktop shows it to one. */
export function browseOf(
  listing: Pick<WalletListing, 'browse'> | undefined,
  { os, page }: { readonly os: LinkPlatform['os']; readonly page: string },
): Browse {
  const template = listing?.browse
  if (template === undefined) return {}
  const link = browseLink(template, page)
  const isFit = os !== 'desktop' || (isOpenElsewhere(page) && (link?.length ?? 0) <= longestCode)
  if (link !== undefined && isFit) return { link }
  // Of an address that is fine but long there is nothing to say.
  const address = URL.canParse(page) ? new URL(page) : undefined
  const isPublic = address?.protocol === 'https:' && !isLoopback(address.hostname)
  return isPublic ? {} : { unreachable: address?.host ?? '' }
}
