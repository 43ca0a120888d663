/** What one run of the relay's load does; it travels as JSON on the command line. */
export type RelayPlan =
  | {
      readonly kind: 'echo'
      readonly url: string
      readonly sockets: number
      readonly seconds: number
      /** Frames a second; without it each socket sends as soon as it was answered. */
      readonly rate?: number
    }
  | {
      readonly kind: 'publish'
      readonly url: string
      /** Those of several processes: each message goes from one to the next. */
      readonly urls?: readonly string[]
      readonly sockets: number
      readonly seconds: number
      /** Messages a second; without it each socket publishes as soon as it was answered. */
      readonly rate?: number
    }
  | { readonly kind: 'replay'; readonly url: string; readonly messages: number; readonly rounds: number }
  | ({ readonly kind: 'neighbours'; readonly url: string } & Windows)
  /** `sink` is where in calm seconds goes what would be beyond the limits. */
  | ({ readonly kind: 'flood'; readonly url: string; readonly sink: string } & Windows)
  | { readonly kind: 'idle'; readonly url: string; readonly sockets: number }

/**
 * Calm and flooded seconds in turn, after a second that does not count. Both generators go by the machine's clock, so
 * that nothing has to travel between them.
 */
export interface Windows {
  /** Milliseconds since 1970. */
  readonly from: number
  /** Seconds of each; a pause follows on a flood, in which what it left behind is worked off. */
  readonly seconds: number
  /** How many of either kind. */
  readonly rounds: number
}

const warmUp = 1_000
const workOff = 3_000

/** What a moment belongs to; `over` is after the last window. */
export function windowAt(
  { from, seconds, rounds }: Windows,
  at: number,
): 'calm' | 'flooded' | 'pause' | 'over' {
  const each = seconds * 1_000
  const since = at - from - warmUp
  const round = 2 * each + workOff
  if (since < 0) return 'pause'
  if (since >= rounds * round) return 'over'
  const within = since % round
  return within < each ? 'calm' : within < 2 * each ? 'flooded' : 'pause'
}

/** Which of the rounds a moment belongs to. */
export function roundAt({ from, seconds }: Windows, at: number): number {
  return Math.floor((at - from - warmUp) / (2 * seconds * 1_000 + workOff))
}

/** Times in milliseconds. */
export interface Timings {
  readonly count: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

export interface PublishResult {
  readonly ack: Timings
  readonly delivery: Timings
  readonly failed: number
}

export interface NeighboursResult {
  readonly calm: PublishResult
  readonly flooded: PublishResult
  /** p99 of the deliveries of each window. */
  readonly rounds: { readonly calm: readonly number[]; readonly flooded: readonly number[] }
}

/** The outcome of a flood: its messages sent, accepted and refused, and how often it was closed. */
export interface FloodResult {
  readonly sent: number
  readonly taken: number
  readonly refused: number
  readonly closed: number
}

export function timingsOf(times: readonly number[], seconds: number): Timings {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99) }
}
