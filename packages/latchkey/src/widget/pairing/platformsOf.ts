/** The ways to reach a wallet from here (SPEC-NOTES §2 "ConnectingWalletConnect"). */
import type { WalletListing } from '../../contract/wallet.ts'
import type { LinkPlatform } from '../../engine/base/linkPlatform.ts'

export type Platform = 'browser' | 'browse' | 'mobile' | 'desktop' | 'web' | 'qrcode' | 'unsupported'

export interface PlatformsOptions {
  /** With all of its links; undefined for an unlisted wallet, and while none is chosen. */
  readonly listing?:
    | Pick<WalletListing, 'mobile_link' | 'link_mode' | 'desktop_link' | 'webapp_link'>
    | undefined
  readonly isInstalled: boolean
  /** It listens on the relay of this page. */
  readonly canPair: boolean
  /** It opens this page in its own browser. */
  readonly canBrowse?: boolean
  readonly os: LinkPlatform['os']
}

/** The platforms of a wallet, the best one for this device first; `unsupported` alone when there is none. */
export function platformsOf({
  listing,
  isInstalled,
  canPair,
  canBrowse = false,
  os,
}: PlatformsOptions): readonly Platform[] {
  const found: Platform[] = isInstalled ? ['browser'] : []
  // It needs no relay, and the visitor stays where the keys are (SPEC-NOTES §2).
  if (canBrowse && os !== 'desktop') found.push('browse')
  if (canPair) {
    const isPhone = os !== 'desktop'
    const hasApp = !listing || listing.mobile_link !== undefined || listing.link_mode !== undefined
    // Android asks which app takes a pairing; elsewhere a wallet without a link of its own cannot be opened.
    if (isPhone && listing && (hasApp || os === 'android')) found.push('mobile')
    if (!isPhone && hasApp) found.push('qrcode')
    if (listing?.webapp_link !== undefined) found.push('web')
    if (!isPhone && listing?.desktop_link !== undefined) found.push('desktop')
    // Another device can scan what this phone shows.
    if (isPhone && !listing) found.push('qrcode')
  }
  return found.length > 0 ? found : ['unsupported']
}
