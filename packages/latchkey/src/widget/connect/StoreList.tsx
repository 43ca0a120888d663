import { useEffect, useState } from 'react'
import type { WalletListing } from '../../contract/wallet.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { usePlatform } from '../pairing/usePlatform.ts'
import { useTexts } from '../shell/useTexts.ts'
import { connectingTexts } from './connectTexts.ts'
import { loadListing } from './loadListing.ts'
import { type StoreLink, storeLinksOf } from './storeLinksOf.ts'

export declare namespace StoreList {
  interface Props {
    /** Undefined while they are on their way. */
    readonly links: readonly StoreLink[] | undefined
    /** A caption, where the view's title is about something else. */
    readonly heading?: string
  }
}

/** Where a wallet can be had. */
export function StoreList({ links, heading }: StoreList.Props) {
  const t = useTexts(connectingTexts)
  if (links?.length === 0) return null
  return (
    <div aria-busy={links === undefined}>
      <List {...(heading === undefined ? { label: t('connecting.stores') } : { heading })}>
        {links === undefined ? (
          <>
            <SkeletonRow />
            <SkeletonRow />
          </>
        ) : (
          links.map(({ store, url }) => (
            <Row key={store} id={store} name={t(`connecting.store.${store}`)} href={url} end="external" />
          ))
        )}
      </List>
    </div>
  )
}

/** The links of a listing; undefined while those of the bundled catalogue are on their way. */
export function useStoreLinks(listing: WalletListing | undefined): readonly StoreLink[] | undefined {
  const { os } = usePlatform()
  const [links, setLinks] = useState(listing ? undefined : storeLinksOf(undefined, os))
  useEffect(() => {
    let isShown = true
    const show = (full: WalletListing | undefined) => {
      if (isShown) setLinks(storeLinksOf(full, os))
    }
    // The makers' own site is in the listing itself.
    if (listing) loadListing(listing).then(show, () => show(listing))
    else show(undefined)
    return () => {
      isShown = false
    }
  }, [listing, os])
  return links
}
