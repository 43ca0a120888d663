import type { Registry } from '@prometheus-io/client'

/** The counters of the services; without a port for metrics, nothing is counted. */
export interface Metrics {
  /** One answered request. `route` is its pattern, never its address. */
  request(options: {
    readonly method: string
    readonly route: string
    readonly status: number
    readonly milliseconds: number
  }): void
  /** One question to a server outside, under a name from the configuration such as `eip155:1#1`, never its URL. */
  upstream(name: string, outcome: 'answered' | 'failed', milliseconds: number): void
  /** Where a room puts counters of its own, once. */
  readonly registry: Registry
}
