import type { RelayErrorName } from 'latchkey/services'

/** What the relay counts; nothing of what it carries. */
export interface RelayMetrics {
  /** A handshake that was refused, and why. */
  refused(reason: string): void
  closed(reason: 'slow' | 'silent' | 'stale' | 'limit' | 'drain' | 'frame' | 'unfinished'): void
  published(outcome: 'kept' | 'known' | 'full' | 'failed', milliseconds: number): void
  pushed(): void
  acknowledged(): void
  failed(error: RelayErrorName): void
  /** Where the numbers of now are looked up. */
  watch(read: () => { readonly sockets: number; readonly clients: number }): void
}

/** For a server without a port for metrics. */
export const silentRelayMetrics: RelayMetrics = {
  refused() {},
  closed() {},
  published() {},
  pushed() {},
  acknowledged() {},
  failed() {},
  watch() {},
}
