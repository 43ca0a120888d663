import type { systemClock } from 'latchkey/pairing'

/** This machine's clock, which can be wrong and can jump. */
export interface WarpClock extends Readonly<typeof systemClock> {
  /** Advances the time: due timers run now. */
  warp(milliseconds: number): void
}

export function createWarpClock(ahead = 0): WarpClock {
  let offset = ahead
  const now = () => Date.now() + offset
  const timers = new Set<{ readonly due: number; fire(): void }>()
  return {
    now,
    setTimeout(run, delay) {
      const stop = () => {
        clearTimeout(real)
        timers.delete(timer)
      }
      const timer = {
        due: now() + delay,
        fire() {
          stop()
          run()
        },
      }
      const real = setTimeout(timer.fire, delay)
      timers.add(timer)
      return stop
    },
    warp(milliseconds) {
      offset += milliseconds
      const due = [...timers].filter(timer => timer.due <= now()).toSorted((a, b) => a.due - b.due)
      for (const timer of due) if (timers.has(timer)) timer.fire()
    },
  }
}
