import type { GateClock } from './gateClock.ts'

/** A clock that stands still until it is advanced, in milliseconds. */
export interface FakeClock extends GateClock {
  advance(ms: number): void
}

/** Creates a clock for tests; due timers run in order. */
export function createFakeClock(): FakeClock {
  const timers = new Set<{ at: number; act: () => void }>()
  let now = 0
  return {
    now: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        timers.delete(next)
        now = next.at
        next.act()
      }
      now = end
    },
  }
}
