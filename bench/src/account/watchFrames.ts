/** Runs in the page: what stands in the open widget, what of it a scroll finds drawn, and a stopwatch for what a click brings. */
export function watchFrames(): void {
  /** Scrolled pixels: the list's start, its drawn rows, and its end. */
  interface Passed {
    readonly sight: number
    readonly drawn: number
    readonly end: number
  }
  const root = () => document.querySelector('[data-latchkey]')?.shadowRoot
  // What a view that is not on show has of it counts for nothing: it is drawn ahead, or fades.
  const seen = (selector: string) =>
    [...(root()?.querySelectorAll<HTMLElement>(selector) ?? [])].find(found => !found.closest('[data-under]'))
  // A frame's callbacks run before its paint, and a task posted from there after it: what stands there is in that picture.
  const nextPaint = (selector: string) =>
    new Promise<number | undefined>(resolve => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve(performance.now())
      requestAnimationFrame(() => (seen(selector) ? channel.port2.postMessage(0) : resolve(undefined)))
    })
  let passed: Passed[] = []
  let isWatching = false
  let timed: Promise<number> = Promise.resolve(0)
  const look = () => {
    const body = seen('.body')
    const list = seen('.virtual')
    if (!body || !list) return
    const { top } = body.getBoundingClientRect()
    const within = (y: number) => y - top + body.scrollTop
    passed.push({
      sight: body.scrollTop + body.clientHeight,
      drawn: within(Math.max(...[...list.children].map(row => row.getBoundingClientRect().bottom))),
      end: within(list.getBoundingClientRect().bottom),
    })
    if (isWatching) requestAnimationFrame(look)
  }
  Object.assign(window, {
    frames: {
      seen: (selector: string) => seen(selector) !== undefined,
      click: (selector: string) => seen(selector)?.click(),
      /** Where something is on the screen. */
      place(selector: string) {
        const { x, y, width, height } = seen(selector)?.getBoundingClientRect() ?? new DOMRect()
        return { x: x + width / 2, y: y + height / 2 }
      },
      rows: () => Number(seen('.virtual > li')?.getAttribute('aria-setsize') ?? 0),
      top: () => seen('.body')?.scrollTop ?? 0,
      scrollTo(top: number) {
        const body = seen('.body')
        if (body) body.scrollTop = top
      },
      start() {
        passed = []
        isWatching = true
        requestAnimationFrame(look)
      },
      /** How often the scrolling came to where no row was drawn yet: what a frame of the page draws is seen until its next one. */
      stop() {
        isWatching = false
        return passed.filter(({ drawn, end }, at) => {
          const next = passed[at + 1]
          return next !== undefined && drawn < end - 1 && next.sight > drawn
        }).length
      },
      /** From the next click on, until this is painted. */
      arm(selector: string) {
        timed = new Promise(resolve => {
          const start = async (event: Event) => {
            let painted = await nextPaint(selector)
            while (painted === undefined) painted = await nextPaint(selector)
            resolve(painted - event.timeStamp)
          }
          addEventListener('click', start, { once: true, capture: true })
        })
      },
      result: () => timed,
    },
  })
}
