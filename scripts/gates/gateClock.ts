/** The time that the gates go by. */
export interface GateClock {
  /** Milliseconds, from any moment on. */
  now(): number
  /** Calls `act` after so many milliseconds, unless the function that it returns is called before. */
  after(ms: number, act: () => void): () => void
}

/** The machine's time; none of its timers keeps the process alive. */
export const systemClock: GateClock = {
  now: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms).unref()
    return () => clearTimeout(timer)
  },
}
