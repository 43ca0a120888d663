import type { WalletListing } from '../../contract/wallet.ts'
import { usePlatform } from '../pairing/usePlatform.ts'
import { type Browse, browseOf } from './browseOf.ts'

/** How a wallet opens this page in its own browser, from this device. */
export function useBrowse(listing: Pick<WalletListing, 'browse'> | undefined): Browse {
  const { os, page = location.href } = usePlatform()
  return browseOf(listing, { os, page })
}
