import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rowAt, rowOffsets } from './rowOffsets.ts'

/** The least number of rows drawn beyond those in sight, before and after. */
const ahead = 4
const behind = 1
/** How many more of them there are then, so that rows come and go a few at a time. */
const spare = 8

interface Span {
  readonly first: number
  readonly last: number
}

interface Sight {
  /** The first row that can be seen. */
  readonly seen: number
  /** How many can be seen at once. */
  readonly page: number
}

const noSpan: Span = { first: 0, last: 15 }

export interface VirtualRows extends Span {
  /** What can be seen now: most of scrolling changes nothing that is drawn. */
  readonly sight: { readonly current: Sight }
  /** Where row `index` begins; the entry behind the last row is the height of all. */
  readonly offsets: Float64Array
}

export interface VirtualRowsOptions {
  readonly keys: readonly string[]
  /** What a row's height is taken for until it has been drawn. */
  readonly heightOf: (index: number) => number
}

/** The rows of a list that stand in sight of the card's own scrolling; rows are measured as they are drawn. */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  { keys, heightOf }: VirtualRowsOptions,
): VirtualRows {
  const heights = useRef(new Map<string, number>()).current
  // Rows that are taken for equally high are so at any text size: what one of them measures holds for the others.
  const usual = useRef(new Map<number, number>()).current
  const [version, setVersion] = useState(0)
  const [span, setSpan] = useState(noSpan)
  const shift = useRef(0)
  const isUp = useRef(false)
  /** Where it was scrolled to when that was looked at last. */
  const from = useRef(0)
  const sight = useRef<Sight>({ seen: 0, page: 8 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what was measured
  const offsets = useMemo(
    () =>
      rowOffsets(keys.length, index => {
        const taken = heightOf(index)
        return heights.get(keys[index] ?? '') ?? usual.get(taken) ?? taken
      }),
    [keys, heightOf, version],
  )
  const now = useRef({ keys, heightOf, offsets, span })
  useLayoutEffect(() => {
    now.current = { keys, heightOf, offsets, span }
  })

  // A measurement above the visible rows must not move them.
  useLayoutEffect(() => {
    const scroller = list.current?.closest('.body')
    if (scroller && shift.current !== 0) {
      scroller.scrollTop += shift.current
      // No hand did that: which way the scrolling goes is not to be read from it.
      from.current += shift.current
    }
    shift.current = 0
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it looks by is read when it runs
  useLayoutEffect(() => {
    const root = list.current
    const scroller = root?.closest('.body')
    if (!root || !scroller) return
    const look = () => {
      const top = topOf(root, scroller)
      if (top !== from.current) isUp.current = top < from.current
      from.current = top
      setSpan(lookAt(top, scroller.clientHeight))
    }
    look()
    // In the frame of the scrolling itself: otherwise fast hands see empty places.
    const onScroll = () => flushSync(look)
    const observer = new ResizeObserver(look)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    observer.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [list])

  // Other rows, or other heights: another part of them is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it looks by is read when it runs
  useLayoutEffect(() => {
    const root = list.current
    const scroller = root?.closest('.body')
    if (!root || !scroller) return
    setSpan(lookAt(topOf(root, scroller), scroller.clientHeight))
  }, [list, offsets])

  // Asking a row for its height is dear: those that were asked before say themselves when they change.
  useLayoutEffect(() => {
    const root = list.current
    if (!root) return
    const fresh = ([...root.children] as HTMLElement[]).filter(row => !heights.has(keyOf(row)))
    if (fresh.length > 0 && measure(root, fresh)) setVersion(count => count + 1)
  })

  // Rows grow with the text, or when what they show has come.
  const seen = useRef<{ readonly observer: ResizeObserver; readonly rows: Set<Element> }>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it measures by is read when it runs
  useEffect(() => {
    const root = list.current
    if (!root) return
    const observer = new ResizeObserver(entries => {
      const rows = entries.map(({ target }) => target as HTMLElement)
      // At once: a scroll in between would move the visible rows twice.
      if (measure(root, rows)) flushSync(() => setVersion(count => count + 1))
    })
    seen.current = { observer, rows: new Set() }
    return () => {
      observer.disconnect()
      seen.current = null
    }
  }, [list])
  useEffect(() => {
    const { observer, rows } = seen.current ?? {}
    if (!observer || !rows) return
    const drawn = new Set<Element>(list.current?.children)
    for (const row of rows) if (!drawn.has(row)) observer.unobserve(row)
    for (const row of drawn) if (!rows.has(row)) observer.observe(row)
    rows.clear()
    for (const row of drawn) rows.add(row)
  })

  /** The rows to draw of a list that is scrolled so far, in a viewport so high. */
  function lookAt(top: number, height: number): Span {
    const { offsets: all, span: before } = now.current
    const seen = Math.max(0, rowAt(all, top))
    const end = Math.max(0, rowAt(all, top + height))
    sight.current = { seen, page: end - seen }
    return spanOf({ seen, end, count: all.length - 1, isUp: isUp.current }, before)
  }

  function keyOf(row: HTMLElement): string {
    return now.current.keys[Number(row.dataset.index)] ?? ''
  }

  /** Takes the heights of these rows; whether one was not as high as it was taken for. */
  function measure(root: HTMLElement, asked: readonly HTMLElement[]): boolean {
    // One that has left, or is not laid out, says nothing of the others.
    const rows = asked.filter(row => row.offsetHeight > 0)
    const { offsets: before } = now.current
    const scroller = root.closest('.body')
    let changed = false
    // One that is not as high as it was: the text has another size, and nothing holds that was measured before.
    const isOther = rows.some(row => (heights.get(keyOf(row)) ?? row.offsetHeight) !== row.offsetHeight)
    if (isOther) heights.clear()
    for (const row of isOther ? ([...root.children] as HTMLElement[]) : rows) {
      const index = Number(row.dataset.index)
      const key = now.current.keys[index]
      const height = row.offsetHeight
      if (key === undefined || height === 0) continue
      heights.set(key, height)
      const taken = now.current.heightOf(index)
      if (!usual.has(taken) || height !== (before[index + 1] ?? 0) - (before[index] ?? 0)) {
        usual.set(taken, height)
      }
      changed ||= height !== (before[index + 1] ?? 0) - (before[index] ?? 0)
    }
    if (changed && scroller) {
      const fresh = new Set(isOther ? [] : rows.map(row => Number(row.dataset.index)))
      shift.current += shiftOf(root, scroller, fresh)
    }
    return changed
  }

  /** How far the visible rows would move; rows that were never in sight do not count. */
  function shiftOf(root: HTMLElement, scroller: Element, fresh: ReadonlySet<number>): number {
    const { offsets: before, keys: all, heightOf: take } = now.current
    const top = topOf(root, scroller)
    if (top <= 0) return 0
    const first = rowAt(before, top)
    let anchor = first
    while (fresh.has(anchor)) anchor++
    if (!heights.has(all[anchor] ?? '')) anchor = first
    const after = rowOffsets(all.length, index => {
      const taken = take(index)
      return heights.get(all[index] ?? '') ?? usual.get(taken) ?? taken
    })
    return (after[anchor] ?? 0) - (before[anchor] ?? 0)
  }

  return { ...span, offsets, sight }
}

/** How far the list has gone up behind the top of what scrolls it. */
function topOf(root: Element, scroller: Element): number {
  return scroller.getBoundingClientRect().top - root.getBoundingClientRect().top
}

interface Place {
  /** The first and the last row that can be seen, and how many there are. */
  readonly seen: number
  readonly end: number
  readonly count: number
  readonly isUp: boolean
}

/**
 * The rows to draw: the previous span while it is enough, because a change costs the page more than the rows that come
 * with it.
 */
function spanOf({ seen, end, count, isUp }: Place, before: Span): Span {
  const first = seen - (isUp ? ahead : behind)
  const last = end + (isUp ? behind : ahead)
  const isCovered =
    before.first <= Math.max(0, first) && before.last >= Math.min(last, Math.max(0, count - 1))
  // Far too long after a jump, or when the window was made smaller.
  const isLong = before.last - before.first > last - first + 4 * spare
  if (isCovered && !isLong) return before
  return { first: Math.max(0, isUp ? first - spare : first), last: isUp ? last : last + spare }
}
