import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useCss } from '../stage/useCss.ts'
import css from './list.css'
import { nextRow } from './nextRow.ts'
import { useVirtualRows } from './useVirtualRows.ts'
import virtualCss from './virtual.css'

export declare namespace VirtualList {
  /** What a row is given by the list it stands in; a `Row` takes it as `place`. */
  interface Place {
    /** For the row's one control: the list is one stop for the Tab key. */
    readonly tabIndex: 0 | -1
  }

  interface Props<Item> {
    readonly label: string
    readonly items: readonly Item[]
    /** Unique in the list. Stable, like the other functions: rows are drawn again when one changes. */
    readonly itemKey: (item: Item) => string
    /** About how high a row is, in pixels at the usual text size; it is measured once it is drawn. */
    readonly rowHeight: number | ((item: Item) => number)
    /** What stands in the row: a `Row` with its `place`, or anything with one control at most. */
    readonly children: (item: Item, place: Place) => ReactNode
    /** Nothing in the rows can be pressed: they take focus themselves, so that keys and voice reach all of them. */
    readonly still?: boolean
    /** Rows that keys pass over, such as headings. */
    readonly isStop?: (item: Item) => boolean
    /** The end is near, and there is more to be asked for. */
    readonly onEnd?: (() => void) | undefined
  }
}

const always = () => true
/** What a row is drawn with; the list puts the Tab key's one stop where it is. */
const unreached: VirtualList.Place = { tabIndex: -1 }

/**
 * A list of any length inside a `Body` that draws only the rows in sight. One stop for the Tab key; arrows, Page Up,
 * Page Down, Home and End move on, and the row with focus stays however far it is scrolled away.
 */
export function VirtualList<Item>(props: VirtualList.Props<Item>) {
  useCss(css)
  useCss(virtualCss)
  const { label, items, itemKey, rowHeight, children, still = false, isStop = always, onEnd } = props
  const list = useRef<HTMLUListElement>(null)
  const keys = useMemo(() => items.map(itemKey), [items, itemKey])
  const heightOf = useMemo(
    () => (index: number) => (typeof rowHeight === 'number' ? rowHeight : rowHeight(items[index] as Item)),
    [items, rowHeight],
  )
  const rows = useVirtualRows(list, { keys, heightOf })
  const [focused, setFocused] = useState<{ readonly key: string; readonly isHere: boolean }>()

  const last = Math.min(rows.last, items.length - 1)
  const isStopAt = (index: number) => {
    const item = items[index]
    return item !== undefined && isStop(item)
  }
  const at = focused ? keys.indexOf(focused.key) : -1
  const isDrawn = at >= rows.first && at <= last
  const drawn: number[] = []
  for (let index = rows.first; index <= last; index++) drawn.push(index)
  if (at >= 0 && !isDrawn && focused?.isHere) drawn.push(at)
  drawn.sort((a, b) => a - b)

  const controlOf = (row: HTMLElement) =>
    still ? row : row.querySelector<HTMLElement>('a[href], button, [tabindex]')
  // Not through the rows' props: two of them would be drawn anew for each that scrolls past.
  const stopped = useRef<HTMLElement>(null)
  const placeStop = () => {
    const stop =
      at >= 0 && drawn.includes(at)
        ? at
        : (drawn.find(index => index >= rows.sight.current.seen && isStopAt(index)) ?? drawn.find(isStopAt))
    const row = list.current?.querySelector<HTMLElement>(`:scope > [data-index="${stop}"]`)
    const control = row ? controlOf(row) : null
    if (stopped.current && stopped.current !== control) stopped.current.tabIndex = -1
    stopped.current = control
    if (control && control.tabIndex !== 0) control.tabIndex = 0
  }
  useLayoutEffect(placeStop)
  useEffect(() => {
    const scroller = list.current?.closest('.body')
    scroller?.addEventListener('scrollend', placeStop)
    return () => scroller?.removeEventListener('scrollend', placeStop)
  })

  const isAtEnd = items.length > 0 && last >= items.length - 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that ended within sight asks for the next
  useEffect(() => {
    if (isAtEnd) onEnd?.()
  }, [isAtEnd, onEnd, items.length])

  const indexOf = (target: EventTarget) => {
    const row = (target as Element).closest<HTMLElement>('[data-index]')
    return row?.parentElement === list.current ? Number(row?.dataset.index) : -1
  }
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const from = indexOf(event.target)
    if (from < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = nextRow(event.key, from, {
      count: items.length,
      page: rows.sight.current.page,
      isStop: isStopAt,
    })
    if (to === null) return
    event.preventDefault()
    flushSync(() => setFocused({ key: keys[to] ?? '', isHere: true }))
    const row = list.current?.querySelector<HTMLElement>(`:scope > [data-index="${to}"]`)
    if (row) controlOf(row)?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <ul
      className="list virtual"
      part="list"
      ref={list}
      aria-label={label}
      style={{ blockSize: rows.offsets.at(-1) }}
      onKeyDown={onKeyDown}
      onFocus={event => {
        const key = keys[indexOf(event.target)]
        if (key !== undefined && (focused?.key !== key || !focused.isHere)) setFocused({ key, isHere: true })
      }}
      onBlur={event => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        setFocused(before => before && { ...before, isHere: false })
      }}
    >
      {drawn.map(index => (
        <VirtualRow
          key={keys[index]}
          item={items[index] as Item}
          index={index}
          count={items.length}
          top={rows.offsets[index] ?? 0}
          still={still && isStopAt(index)}
          draw={children}
        />
      ))}
    </ul>
  )
}

interface VirtualRowProps<Item> {
  readonly item: Item
  readonly index: number
  readonly count: number
  readonly top: number
  readonly still: boolean
  readonly draw: (item: Item, place: VirtualList.Place) => ReactNode
}

// Memo loses the type parameter, which the list above keeps.
const VirtualRow = memo(function VirtualRow(props: VirtualRowProps<unknown>) {
  const { item, index, count, top, still, draw } = props
  return (
    <li
      className="virtual-row"
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      tabIndex={still ? -1 : undefined}
      style={{ insetBlockStart: top }}
    >
      {draw(item, unreached)}
    </li>
  )
}) as unknown as <Item>(props: VirtualRowProps<Item>) => ReactNode
