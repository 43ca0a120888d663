import type { Clock } from './clock.ts'

/** Where nobody looks no frame comes: milliseconds after which it is not waited for. */
const patience = 100

/** Runs, once, what the next picture does not need, when that is painted. The answer cancels. */
export function afterPaint(clock: Clock, run: () => void): () => void {
  let isOver = false
  const once = () => {
    if (!isOver) run()
    isOver = true
  }
  const stops = [clock.setTimeout(once, patience)]
  // Its callbacks run before a frame is painted, and a task that they ask for after it.
  globalThis.requestAnimationFrame?.(() => stops.push(clock.setTimeout(once, 0)))
  return () => {
    isOver = true
    for (const stop of stops) stop()
  }
}
