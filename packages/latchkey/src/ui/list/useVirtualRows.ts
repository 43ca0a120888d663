import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rowAt, rowOffsets } from './rowOffsets.ts'

/** Rows drawn beyond what is seen, on each side, and how many come and go at a time. */
const beyond = 6
const stride = 4

interface Span {
  readonly first: number
  readonly last: number
  /** The first row that can be seen. */
  readonly seen: number
  /** How many can be seen at once. */
  readonly page: number
}

const noSpan: Span = { first: 0, last: 15, seen: 0, page: 8 }

export interface VirtualRows extends Span {
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what was measured
  const offsets = useMemo(
    () =>
      rowOffsets(keys.length, index => {
        const taken = heightOf(index)
        return heights.get(keys[index] ?? '') ?? usual.get(taken) ?? taken
      }),
    [keys, heightOf, version],
  )
  const now = useRef({ keys, heightOf, offsets })
  useLayoutEffect(() => {
    now.current = { keys, heightOf, offsets }
  })

  // What was measured above the place that is looked at must not move that place.
  useLayoutEffect(() => {
    const scroller = list.current?.closest('.body')
    if (scroller && shift.current !== 0) scroller.scrollTop += shift.current
    shift.current = 0
  })

  useLayoutEffect(() => {
    const root = list.current
    const scroller = root?.closest('.body')
    if (!root || !scroller) return
    const look = () => {
      const next = spanOf(root, scroller, now.current.offsets)
      setSpan(before => (isSame(before, next) ? before : next))
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
  useLayoutEffect(() => {
    const root = list.current
    const scroller = root?.closest('.body')
    if (!root || !scroller) return
    const next = spanOf(root, scroller, offsets)
    setSpan(before => (isSame(before, next) ? before : next))
  }, [list, offsets])

  useLayoutEffect(() => {
    const root = list.current
    if (root && measure(root)) setVersion(count => count + 1)
  })

  // Rows grow with the text, or when what they show has come.
  const seen = useRef<{ readonly observer: ResizeObserver; readonly rows: Set<Element> }>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it measures by is read when it runs
  useEffect(() => {
    const root = list.current
    if (!root) return
    const observer = new ResizeObserver(() => {
      if (measure(root)) setVersion(count => count + 1)
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

  /** Takes the heights of the rows that are drawn; whether one was not as high as it was taken for. */
  function measure(root: HTMLElement): boolean {
    const { offsets: before } = now.current
    const scroller = root.closest('.body')
    let changed = false
    // One that is not as high as it was: the text has another size, and nothing holds that was measured before.
    for (const row of root.children) {
      const known = heights.get(now.current.keys[Number((row as HTMLElement).dataset.index)] ?? '')
      if (known === undefined || known === (row as HTMLElement).offsetHeight) continue
      heights.clear()
      break
    }
    for (const row of root.children) {
      const index = Number((row as HTMLElement).dataset.index)
      const key = now.current.keys[index]
      const height = (row as HTMLElement).offsetHeight
      if (key === undefined || height === 0) continue
      heights.set(key, height)
      const taken = now.current.heightOf(index)
      if (!usual.has(taken) || height !== (before[index + 1] ?? 0) - (before[index] ?? 0)) {
        usual.set(taken, height)
      }
      changed ||= height !== (before[index + 1] ?? 0) - (before[index] ?? 0)
    }
    if (changed && scroller) shift.current += shiftOf(root, scroller)
    return changed
  }

  function shiftOf(root: HTMLElement, scroller: Element): number {
    const { offsets: before, keys: all, heightOf: take } = now.current
    const top = topOf(root, scroller)
    if (top <= 0) return 0
    const anchor = rowAt(before, top)
    const after = rowOffsets(all.length, index => {
      const taken = take(index)
      return heights.get(all[index] ?? '') ?? usual.get(taken) ?? taken
    })
    return (after[anchor] ?? 0) - (before[anchor] ?? 0)
  }

  return { ...span, offsets }
}

/** How far the list has gone up behind the top of what scrolls it. */
function topOf(root: Element, scroller: Element): number {
  return scroller.getBoundingClientRect().top - root.getBoundingClientRect().top
}

function spanOf(root: Element, scroller: Element, offsets: Float64Array): Span {
  const top = topOf(root, scroller)
  const seen = Math.max(0, rowAt(offsets, top))
  const end = Math.max(0, rowAt(offsets, top + scroller.clientHeight))
  const first = Math.floor(Math.max(0, seen - beyond) / stride) * stride
  const last = Math.ceil((end + beyond) / stride) * stride
  return { first, last, seen, page: end - seen }
}

// What is only used by the next key press is no reason to draw.
function isSame(before: Span, next: Span): boolean {
  return before.first === next.first && before.last === next.last
}
