/** What one run of the relay's load does; it travels as JSON on the command line. */
export type RelayPlan =
  | { readonly kind: 'echo'; readonly url: string; readonly sockets: number; readonly seconds: number }
  | {
      readonly kind: 'publish'
      readonly url: string
      readonly sockets: number
      readonly seconds: number
      /** Messages a second; without it each socket publishes as soon as it was answered. */
      readonly rate?: number
    }
  | { readonly kind: 'replay'; readonly url: string; readonly messages: number; readonly rounds: number }
  | { readonly kind: 'flood'; readonly url: string; readonly sockets: number; readonly seconds: number }
  | { readonly kind: 'idle'; readonly url: string; readonly sockets: number }

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

/** What became of a flood: how much of it was refused, and how often it was thrown out. */
export interface FloodResult {
  readonly sent: number
  readonly refused: number
  readonly closed: number
}

export function timingsOf(times: readonly number[], seconds: number): Timings {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99) }
}
