/** The services' time: this machine's, corrected by what their answers say (F38). */
export interface ServicesClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Learns from an answer's `Date`. True: what was dated before was so far off that the services may have refused it for that. */
  learn(date: string | null): boolean
}

/** Proofs may be off by 60 s; an answer that was long on its way is no reason to date them otherwise (ms). */
const least = 30_000

export function createServicesClock(now: () => number): ServicesClock {
  let offset = 0
  return {
    now: () => now() + offset,
    learn(date) {
      const next = Date.parse(date ?? '') - now()
      if (!(Math.abs(next - offset) > least)) return false
      offset = next
      return true
    },
  }
}
