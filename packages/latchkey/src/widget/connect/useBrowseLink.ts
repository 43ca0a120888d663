import { browseLink, isOpenElsewhere } from '../../contract/browseLink.ts'
import type { WalletListing } from '../../contract/wallet.ts'
import { usePlatform } from '../pairing/usePlatform.ts'

/** Characters of a link that a camera still reads from a screen; longer ones make dots too small. */
const longestCode = 1_000

/** How a wallet opens this page in its own browser, and why it cannot. */
export interface Browse {
  /** Absent where the wallet has no such link, or the page is not one that it opens. */
  readonly link?: string
  /** The page's host, where the wallet has a link and only the page is in the way, as in development. */
  readonly unreachable?: string
}

/** The link for this device: a phone opens it itself, a desktop shows it to one. */
export function useBrowseLink(listing: Pick<WalletListing, 'browse'> | undefined): Browse {
  const { os, page = location.href } = usePlatform()
  const template = listing?.browse
  if (template === undefined) return {}
  const link = browseLink(template, page)
  const isFit = os !== 'desktop' || (isOpenElsewhere(page) && (link?.length ?? 0) <= longestCode)
  if (link !== undefined && isFit) return { link }
  // Of an address that is fine but long there is nothing to say.
  return isOpenElsewhere(page) && page.startsWith('https:') ? {} : { unreachable: hostOf(page) }
}

function hostOf(page: string): string {
  return URL.canParse(page) ? new URL(page).host : ''
}
