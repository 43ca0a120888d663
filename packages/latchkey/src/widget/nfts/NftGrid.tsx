import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { Collectible } from '../../engine/nouns/nfts/nfts.ts'
import { Address } from '../../ui/address/Address.tsx'
import { Tag } from '../../ui/tag/Tag.tsx'
import { type Kept, useKept } from '../shell/useKept.ts'
import { useTexts } from '../shell/useTexts.ts'
import type { NftGroup } from './groupNfts.ts'
import { NftSkeletons } from './NftSkeletons.tsx'
import { NftTile } from './NftTile.tsx'
import { nextCell } from './nextCell.ts'
import { nftsTexts } from './nftsTexts.ts'

export declare namespace NftGrid {
  interface Props {
    readonly groups: readonly NftGroup[]
    /** More collectibles exist than the count. */
    readonly partial: boolean
    /** The collectibles are loading; placeholders stand for them. */
    readonly coming: boolean
    /** The end is near, and more can be asked for. */
    readonly onMore: (() => void) | undefined
    readonly onChoose: (nft: Collectible) => void
  }
}

/** Tiles whose pictures are loaded at once: browsers look no further than a list's own edge for those that wait. */
const nearTiles = 12
/** The tile that the keyboard is at. */
const gridStop = (): Kept<string | undefined> => ({ value: undefined })

/** Collectibles as tiles, by collection: one stop for the Tab key, arrows move through all of them. */
export function NftGrid({ groups, partial, coming, onMore, onChoose }: NftGrid.Props) {
  const root = useRef<HTMLDivElement>(null)
  const [kept, setStop] = useKept(gridStop)
  const all = groups.flatMap(({ items }) => items)
  const near = new Set(all.slice(0, nearTiles))
  const stop = all.some(({ id }) => id === kept) ? kept : all[0]?.id

  useEffect(() => {
    const end = root.current?.lastElementChild
    if (!onMore || !end) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) onMore()
      },
      { root: end.closest('.body'), rootMargin: '400px' },
    )
    observer.observe(end)
    return () => observer.disconnect()
    // Each page ends the waiting for more: then one that does not fill the card has its end in sight again.
  }, [onMore])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.nft-tile')]
    const from = tiles.indexOf(event.target as HTMLElement)
    const grid = event.currentTarget.querySelector('.nfts-grid')
    if (from < 0 || !grid || event.ctrlKey || event.metaKey || event.altKey) return
    const { direction, gridTemplateColumns } = getComputedStyle(grid)
    const to = nextCell(event.key, from, {
      groups: groups.map(({ items }) => items.length),
      columns: gridTemplateColumns.split(' ').length,
      rtl: direction === 'rtl',
    })
    if (to === null) return
    event.preventDefault()
    tiles[to]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div ref={root} onKeyDown={onKeyDown}>
      {groups.map((group, at) => (
        <GroupOfNfts
          key={group.key}
          group={group}
          whole={!partial || at < groups.length - 1}
          stop={stop}
          near={near}
          onFocus={setStop}
          onChoose={onChoose}
        />
      ))}
      {coming ? <NftSkeletons /> : null}
    </div>
  )
}

interface GroupProps extends Pick<NftGrid.Props, 'onChoose'> {
  readonly group: NftGroup
  /** All of its collection is here. */
  readonly whole: boolean
  readonly stop: string | undefined
  readonly near: ReadonlySet<Collectible>
  readonly onFocus: (id: string) => void
}

function GroupOfNfts({
  group: { name, address, items, unverified },
  whole,
  stop,
  near,
  onFocus,
  onChoose,
}: GroupProps) {
  const t = useTexts(nftsTexts)
  const id = useId()
  return (
    <section className="nfts-group" aria-labelledby={id}>
      <h3 className="nfts-heading" id={id}>
        <span className="nfts-collection" dir="auto">
          {name ?? t(address === undefined ? 'nfts.alone' : 'nfts.unnamed')}
        </span>
        {name === undefined && address !== undefined ? <Address address={address} /> : null}
        <span className="nfts-count">{whole ? items.length : `${items.length}+`}</span>
        {unverified ? <Tag tone="warning">{t('nfts.unverified')}</Tag> : null}
      </h3>
      <ul className="nfts-grid" aria-labelledby={id}>
        {items.map(nft => (
          <NftTile
            key={nft.id}
            nft={nft}
            isStop={nft.id === stop}
            isFar={!near.has(nft)}
            onFocus={() => onFocus(nft.id)}
            onChoose={() => onChoose(nft)}
          />
        ))}
      </ul>
    </section>
  )
}
