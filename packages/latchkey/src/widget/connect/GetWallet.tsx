import { useEffect, useState } from 'react'
import type { WalletListing, WalletRow } from '../../contract/wallet.ts'
import { Body } from '../../ui/body/Body.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { webUrl } from '../shell/webUrl.ts'
import css from './connecting.css'
import { connectingTexts } from './connectTexts.ts'
import { loadListing } from './loadListing.ts'

/** A wallet that is not in this browser: where to get it. */
export function GetWallet({
  wallet: row,
}: {
  readonly wallet: Pick<WalletRow, 'name' | 'icon' | 'listing'> | undefined
}) {
  useCss(css)
  const t = useTexts(connectingTexts)
  const errorText = useErrorText()
  const wallet = row?.name ?? ''
  const links = useLinks(row?.listing)
  const hint = links?.length === 0 ? 'connecting.notInstalledNoLink' : 'connecting.notInstalledHint'
  return (
    <Body>
      <div className="connecting" data-state="notInstalled">
        <Ring state="idle">
          <Logo src={row?.icon} name={wallet} size={64} />
        </Ring>
        <StatusWords
          title={row ? t('connecting.notInstalled', { wallet }) : errorText('WALLET_NOT_FOUND')}
          detail={row ? t(hint) : undefined}
        />
        {links?.length === 0 ? null : (
          <div aria-busy={links === undefined}>
            <List label={t('connecting.stores')}>
              {links === undefined ? (
                <>
                  <SkeletonRow />
                  <SkeletonRow />
                </>
              ) : (
                links.map(({ store, url }) => (
                  <Row
                    key={store}
                    id={store}
                    name={t(`connecting.store.${store}`)}
                    href={url}
                    end="external"
                  />
                ))
              )}
            </List>
          </div>
        )}
      </div>
    </Body>
  )
}

/** The links of a listing; undefined while those of the bundled catalogue are on their way. */
function useLinks(listing: WalletListing | undefined): readonly StoreLink[] | undefined {
  const [links, setLinks] = useState(listing ? undefined : storeLinksOf(undefined))
  useEffect(() => {
    let isShown = true
    const show = (full: WalletListing | undefined) => {
      if (isShown) setLinks(storeLinksOf(full))
    }
    // The makers' own site is in the listing itself.
    if (listing) loadListing(listing).then(show, () => show(listing))
    else show(undefined)
    return () => {
      isShown = false
    }
  }, [listing])
  return links
}

type Store = 'chrome' | 'app' | 'play' | 'home'

interface StoreLink {
  readonly store: Store
  readonly url: string
}

// The store of this device first; a phone has no extensions and a desktop no app store.
function storeLinksOf(listing: WalletListing | undefined): readonly StoreLink[] {
  const agent = navigator.userAgent
  const wanted: readonly (readonly [Store, string | undefined])[] = /iPhone|iPad|iPod/i.test(agent)
    ? [['app', listing?.app_store]]
    : /Android/i.test(agent)
      ? [['play', listing?.play_store]]
      : [['chrome', listing?.chrome_store]]
  return [...wanted, ['home', listing?.homepage] as const].flatMap(([store, link]) => {
    const url = webUrl(link)
    return url === undefined ? [] : [{ store, url }]
  })
}
