/** Runs in the page: what stands in the open widget, and a stopwatch for frames and for what a click brings. */
export function watchFrames(): void {
  const root = () => document.querySelector('[data-latchkey]')?.shadowRoot
  const seen = (selector: string) => root()?.querySelector<HTMLElement>(selector) ?? undefined
  // A frame's callbacks run before its paint, and a task posted from there after it: what stands there is in that picture.
  const nextPaint = (selector: string) =>
    new Promise<number | undefined>(resolve => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve(performance.now())
      requestAnimationFrame(() => (seen(selector) ? channel.port2.postMessage(0) : resolve(undefined)))
    })
  let times: number[] = []
  let isWatching = false
  let timed: Promise<number> = Promise.resolve(0)
  const tick = (now: number) => {
    times.push(now)
    if (isWatching) requestAnimationFrame(tick)
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
        times = []
        isWatching = true
        requestAnimationFrame(tick)
      },
      stop() {
        isWatching = false
        return times.slice(1).map((time, at) => time - (times[at] ?? time))
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
