import type { WalletListing } from '../../contract/wallet.ts'
import type { LinkPlatform } from '../../engine/base/linkPlatform.ts'
import { webUrl } from '../shell/webUrl.ts'

/** A page where a wallet can be had. */
export interface StoreLink {
  readonly store: 'chrome' | 'app' | 'play' | 'home'
  readonly url: string
}

/** Where a wallet can be had for this device, its store first: a phone has no extensions and a desktop no app store. */
export function storeLinksOf(
  listing: WalletListing | undefined,
  os: LinkPlatform['os'],
): readonly StoreLink[] {
  const own = {
    ios: ['app', listing?.app_store],
    android: ['play', listing?.play_store],
    desktop: ['chrome', listing?.chrome_store],
  } as const
  return [own[os], ['home', listing?.homepage] as const].flatMap(([store, link]) => {
    const url = webUrl(link)
    return url === undefined ? [] : [{ store, url }]
  })
}
