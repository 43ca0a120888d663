/** The services' time: this machine's, corrected by the dates of their answers (F38). */
export interface ServicesClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds that the services are ahead; 0 until an answer shows another value. */
  readonly offset: number
  /** Learns from an answer's `Date`. */
  learn(date: string | null): void
}

/** Milliseconds; proofs may be off by 60 s, and a slow answer must not change the clock. */
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
