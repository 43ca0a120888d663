import type { GateClock } from './gateClock.ts'

/** A watch over the output of a process. */
export interface SilenceWatch {
  /** Something was said. */
  heard(): void
  /** Ends the watch. */
  stop(): void
}

/** Calls `onSilence`, once, when nothing was heard for `limitMs` milliseconds. */
export function watchSilence(clock: GateClock, limitMs: number, onSilence: () => void): SilenceWatch {
  let last = clock.now()
  const wait = (ms: number) =>
    clock.after(ms, () => {
      const left = last + limitMs - clock.now()
      if (left <= 0) onSilence()
      else cancel = wait(left)
    })
  let cancel = wait(limitMs)
  return {
    heard: () => {
      last = clock.now()
    },
    stop: () => cancel(),
  }
}
