import { useEffect, useState } from 'react'
import type { WalletListing, WalletRow } from '../../contract/wallet.ts'
import { Body } from '../../ui/body/Body.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { webUrl } from '../shell/webUrl.ts'
import { connectingTexts } from '../texts/connectingTexts.ts'
import css from './connecting.css'
import { loadListing } from './loadListing.ts'

/** A wallet that is not in this browser: where to get it. */
export function GetWallet({ row }: { readonly row: WalletRow | undefined }) {
  useCss(css)
  const t = useTexts(connectingTexts)
  const wallet = row?.name ?? ''
  const listing = useListing(row?.listing)
  const links = linksOf(listing)
  const hint = links.length > 0 ? 'connecting.notInstalledHint' : 'connecting.notInstalledNoLink'
  return (
    <Body>
      <div className="connecting" data-state="notInstalled">
        <Ring state="idle">
          <Logo src={row?.icon} name={wallet} size={64} />
        </Ring>
        <StatusWords title={t('connecting.notInstalled', { wallet })} detail={t(hint)} />
        {links.length > 0 ? (
          <List label={t('connecting.stores')}>
            {links.map(({ store, url }) => (
              <Row key={store} id={store} name={t(`connecting.store.${store}`)} href={url} end="external" />
            ))}
          </List>
        ) : null}
      </div>
    </Body>
  )
}

function useListing(own: WalletListing | undefined): WalletListing | undefined {
  const [full, setFull] = useState(own)
  useEffect(() => {
    setFull(own)
    if (!own) return
    let isShown = true
    loadListing(own).then(
      listing => isShown && setFull(listing),
      // The makers' own site is in the listing itself.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [own])
  return full
}

type Store = 'chrome' | 'app' | 'play' | 'home'

// The store of this device first; a phone has no extensions and a desktop no app store.
function linksOf(
  listing: WalletListing | undefined,
): readonly { readonly store: Store; readonly url: string }[] {
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
