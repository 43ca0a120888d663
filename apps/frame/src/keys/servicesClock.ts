/** The services' time: this machine's, corrected by what their answers say (F38). */
export interface ServicesClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds that the services are ahead, as far as it is known. */
  readonly offset: number
  /** Learns from an answer's `Date`. */
  learn(date: string | null): void
}

/** Proofs may be off by 60 s; an answer that took long is no reason to date them otherwise (ms). */
const least = 30_000

export function createServicesClock(now: () => number): ServicesClock {
  let offset = 0
  return {
    now: () => now() + offset,
    get offset() {
      return offset
    },
    learn(date) {
      const next = Date.parse(date ?? '') - now()
      if (Math.abs(next - offset) > least) offset = next
    },
  }
}
