import type { Clock } from './clock.ts'

/** A hidden page gets no frame: milliseconds after which it is no longer awaited. */
const patience = 200

/** Runs, once, what the next picture does not need, when that is painted. The answer cancels. */
export function afterPaint(clock: Clock, run: () => void): () => void {
  let isOver = false
  // What waits holds on to whatever it was asked for: its timers go at once, and a frame is soon there.
  const cancel = () => {
    isOver = true
    for (const stop of stops) stop()
  }
  const once = () => {
    if (isOver) return
    cancel()
    run()
  }
  const stops = [clock.setTimeout(once, patience)]
  const inFrame = (then: () => void) => globalThis.requestAnimationFrame?.(() => isOver || then())
  // Its callbacks run before a frame is painted: the next one's, after it, and after what the page does with the picture.
  inFrame(() => inFrame(() => stops.push(clock.setTimeout(once, 0))))
  return cancel
}
