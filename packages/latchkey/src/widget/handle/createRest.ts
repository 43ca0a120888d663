import { systemClock } from '../../engine/base/clock.ts'
import { isSparing } from '../../engine/base/isSparing.ts'

/** Milliseconds without a long task and without a finished request after which a page counts as quiet. */
const quiet = 500
/** A page that polls is never quiet: after this many milliseconds its idle moments alone decide. */
const patience = 10_000
/** Safari has no `requestIdleCallback`: a pause of this many milliseconds in its place. */
const pause = 200

/** The moments in which a page needs neither the processor nor the network. */
export interface Rest {
  /**
   * Resolves in the next idle moment after `work`; the first time once the page is at rest: shown, loaded, and quiet for
   * half a second. Does not resolve where the visitor saves data or is offline. After `hurry` it resolves at once.
   */
  readonly moment: (work?: Promise<unknown>) => Promise<void>
  /** Resolves with the first `hurry`. */
  readonly wanted: Promise<void>
  /** A visitor wants the widget: ends the waiting of all moments, and of those that are requested later. */
  readonly hurry: () => void
}

/** Watches for a page at rest, from the first moment on that is requested. Only for browsers. */
export function createRest(): Rest {
  const waiting = new AbortController()
  const { signal } = waiting
  const wanted = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
  const heard = (target: EventTarget, type: string) =>
    new Promise(resolve => target.addEventListener(type, resolve, { once: true, signal }))
  let isQuiet = false
  const soon = window.requestIdleCallback ?? ((run: () => void) => systemClock.setTimeout(run, pause))

  async function idle(): Promise<void> {
    do {
      if (document.readyState !== 'complete') await heard(window, 'load')
      // A page that the browser renders ahead of a visit is hidden, too.
      while (document.hidden) await heard(document, 'visibilitychange')
      if (!isQuiet) await becomesQuiet(signal)
      isQuiet = true
      await new Promise<unknown>(resolve => soon(resolve))
    } while (document.hidden)
    // Offline a fetch fails, and some browsers remember a failed import for the life of the page.
    if (isSparing()) await wanted
  }

  return {
    async moment(work) {
      if (!signal.aborted) await Promise.race([wanted, Promise.resolve(work).then(idle)])
    },
    wanted,
    hurry: () => waiting.abort(),
  }
}

/** Resolves when neither a long task nor the end of a request was seen for a while, or after `patience`. */
function becomesQuiet(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    let cancel = () => {}
    const observer = new PerformanceObserver(wait)
    const cancelLast = systemClock.setTimeout(end, patience)
    function wait() {
      cancel()
      cancel = systemClock.setTimeout(end, quiet)
    }
    function end() {
      observer.disconnect()
      cancel()
      cancelLast()
      resolve()
    }
    for (const type of ['longtask', 'resource'])
      if (PerformanceObserver.supportedEntryTypes.includes(type)) observer.observe({ type })
    signal.addEventListener('abort', end)
    wait()
  })
}
