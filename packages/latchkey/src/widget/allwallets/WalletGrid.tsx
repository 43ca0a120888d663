import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { WalletRow } from '../../contract/wallet.ts'
import { nextTile } from './nextTile.ts'
import { SkeletonTile } from './SkeletonTile.tsx'
import { WalletTile } from './WalletTile.tsx'

export declare namespace WalletGrid {
  interface Props {
    readonly rows: readonly WalletRow[]
    /** The number of placeholders after them for wallets that are loading. */
    readonly coming: number
    readonly label: string
    readonly onChoose: (row: WalletRow) => void
    /** The end is near, and more can be asked for. */
    readonly onMore: (() => void) | undefined
    /** A key led out of the grid at its top. */
    readonly onLeave: () => void
  }
}

/** Wallets as tiles: one stop for the Tab key, arrows move in two directions. */
export function WalletGrid({ rows, coming, label, onChoose, onMore, onLeave }: WalletGrid.Props) {
  const list = useRef<HTMLUListElement>(null)
  const [stop, setStop] = useState<string>()
  const at = Math.max(
    rows.findIndex(row => row.key === stop),
    0,
  )

  useEffect(() => {
    const end = list.current?.lastElementChild
    if (!onMore || !end) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) onMore()
      },
      { root: end.closest('.body'), rootMargin: '240px' },
    )
    observer.observe(end)
    return () => observer.disconnect()
    // Each page ends the waiting for more: then one that does not fill the card has its end in sight again.
  }, [onMore])

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    // The browser's own: the page before, the tabs of the window.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.wallet-tile')]
    const from = tiles.indexOf(event.target as HTMLElement)
    const { direction, gridTemplateColumns } = getComputedStyle(event.currentTarget)
    const columns = gridTemplateColumns.split(' ').length
    const to =
      from < 0 ? null : nextTile(event.key, from, { count: tiles.length, columns, rtl: direction === 'rtl' })
    if (to === null) return
    event.preventDefault()
    if (to < 0) onLeave()
    else tiles[to]?.focus()
  }

  return (
    <ul
      className="all-wallets-grid"
      ref={list}
      aria-label={label}
      aria-busy={rows.length === 0 || undefined}
      onKeyDown={onKeyDown}
    >
      {rows.map((row, index) => (
        <WalletTile
          key={row.key}
          row={row}
          isStop={index === at}
          onFocus={() => setStop(row.key)}
          onChoose={() => onChoose(row)}
        />
      ))}
      {Array.from({ length: coming }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
        <SkeletonTile key={index} />
      ))}
    </ul>
  )
}
