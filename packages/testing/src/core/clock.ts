/** Time as the simulators see it, so that a test can own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `task` after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, task: () => void): () => void
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}
