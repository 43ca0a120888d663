/** Time for rules and flows, so that tests can own it (DESIGN, "The widget at run time"). */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `run` after `delay` ms; the answer cancels. */
  setTimeout(run: () => void, delay: number): () => void
}

/** The clock and timers of the runtime. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(run, delay) {
    const timer = setTimeout(run, delay)
    return () => clearTimeout(timer)
  },
}
