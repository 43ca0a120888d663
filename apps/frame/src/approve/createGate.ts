/** Whether the approval is in sight, and whether the visitor gives it (T08–T10). */
export interface Gate {
  readonly armed: boolean
  /** What it waits for; nothing once it is armed. */
  readonly waitsFor: 'sight' | 'reading' | 'focus' | 'time' | undefined
  watch(listener: () => void): () => void
  /** Begins anew, as for another text under the same button. */
  reset(): void
  /** To be called with each event on the button; answers whether a click counts. */
  press(event: Event): void
  counts(click: MouseEvent | PointerEvent): boolean
  stop(): void
}

/** Milliseconds for which all has to be seen, in a page that has the focus, before the button does anything. */
const seenFor = 500
/** Chromium's least interval for looking at what covers a frame. */
const lookEvery = 100
/** What a page has to leave of the frame, in CSS pixels: with less, the buttons are about all that is to be seen of it. */
const leastSize = { width: 260, height: 220 }

interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility?: boolean
  readonly delay?: number
}

/**
 * Arms a button once the whole frame was in sight for half a second, uncovered and at full size, in a page that has the
 * focus. The browser must support IntersectionObserver v2 for that. `glass` covers everything that the frame shows. The
 * visitor must scroll through content taller than the frame; `foot`, with the button, stays in sight at the end of
 * `whole`.
 */
export function createGate(options: {
  readonly glass: Element
  readonly whole: Element
  readonly foot: Element
  readonly view: Window & typeof globalThis
  readonly after: (milliseconds: number, run: () => void) => () => void
}): Gate {
  const { glass, whole, foot, view, after } = options
  const { document } = view
  const listeners = new Set<() => void>()
  const life = new AbortController()
  let isSeen = false
  /** Whether its beginning, and its end, were in sight since it last changed. */
  let read = { begin: false, end: false }
  let armed = false
  /** Began on the armed button, and did not end yet. */
  let isPressed = false
  /** The visitor moved in here himself, by a key or a pointer (T10). */
  let isHere = false
  let stopTimer: (() => void) | undefined

  const emit = () => {
    for (const listener of listeners) listener()
  }
  const isRead = () => read.begin && read.end
  /** Only the visitor can shrink the approval's own window. */
  const isOwn = view.parent === view
  const isLarge = () => isOwn || (view.innerWidth >= leastSize.width && view.innerHeight >= leastSize.height)
  const isInSight = () => isSeen && isLarge()
  function judge(): void {
    if (isInSight()) {
      const [{ top }, over] = [whole.getBoundingClientRect(), foot.getBoundingClientRect()]
      const bottom = foot.previousElementSibling?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
      // What stands before the foot ends above it: the foot lies over nothing. Scrolling stops at parts of pixels.
      read = { begin: read.begin || top >= -1, end: read.end || bottom <= over.top + 1 }
    }
    const may = isInSight() && isRead() && document.visibilityState === 'visible' && document.hasFocus()
    if (!may) {
      disarm()
      emit()
      return
    }
    if (armed || stopTimer) return
    emit()
    stopTimer = after(seenFor, () => {
      stopTimer = undefined
      armed = true
      emit()
    })
  }
  function disarm(): void {
    stopTimer?.()
    stopTimer = undefined
    isPressed = false
    armed = false
  }
  /** Something about the page changed: it is to be seen for as long again. */
  function again(): void {
    disarm()
    judge()
  }
  /** The request changed, or its visible part did: what was in sight before no longer counts. */
  function reset(): void {
    read = { begin: false, end: false }
    again()
  }

  const watching = new view.IntersectionObserver(
    entries => {
      const entry = entries.at(-1)
      const { isVisible } = (entry ?? {}) as { readonly isVisible?: boolean }
      // A browser without that support leaves it undefined; only the delay and the focus guard there.
      isSeen =
        entry !== undefined && entry.intersectionRatio >= 0.99 && (!canTell(view) || isVisible === true)
      judge()
    },
    { threshold: [0, 0.99, 1], trackVisibility: true, delay: lookEvery } as VisibilityOptions,
  )
  watching.observe(glass)
  const { signal } = life
  // What becomes shorter may end in sight, and scrolls no more.
  const sizing = new view.ResizeObserver(judge)
  sizing.observe(whole)
  document.addEventListener('scroll', judge, { signal, passive: true })
  view.addEventListener('focus', again, { signal })
  view.addEventListener(
    'blur',
    () => {
      isHere = false
      again()
    },
    { signal },
  )
  document.addEventListener('visibilitychange', again, { signal })
  // In a window of its own, the bars of a phone come and go with the scrolling itself.
  view.addEventListener('resize', isOwn ? again : reset, { signal })
  const arrive = (event: Event) => {
    if (!event.isTrusted) return
    if (event instanceof view.KeyboardEvent && event.key !== 'Tab') return
    isHere = true
  }
  document.addEventListener('keydown', arrive, { signal, capture: true })
  document.addEventListener('pointerdown', arrive, { signal, capture: true })

  return {
    get armed() {
      return armed
    },
    get waitsFor() {
      if (armed) return undefined
      if (!isInSight()) return 'sight'
      if (!isRead()) return 'reading'
      return document.hasFocus() ? 'time' : 'focus'
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reset,
    press(event) {
      if (event.isTrusted && armed) isPressed = true
    },
    counts(click) {
      // A key makes a click of no count: it came with a press of its own on the button.
      const counts = click.isTrusted && armed && isPressed && isHere
      isPressed = false
      return counts
    },
    stop() {
      watching.disconnect()
      sizing.disconnect()
      stopTimer?.()
      life.abort()
      listeners.clear()
    },
  }
}

/** Whether the browser says what covers a frame. */
export function canTell(view: Window & typeof globalThis): boolean {
  return 'isVisible' in view.IntersectionObserverEntry.prototype
}
