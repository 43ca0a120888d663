/**
 * Which of several URLs of a network answers best (SPEC §9 "Fallback ping"): while calls are made, each is asked every
 * 4 s whether it listens; nothing is asked while nobody calls, or while the page is hidden.
 */
import { limits } from '../../contract/limits.ts'
import type { Clock } from './clock.ts'
import { fetchBounded, toText } from './http.ts'

/** What one ping told; one that failed took as long as it may at most. */
export interface PingSample {
  /** Milliseconds. */
  readonly latency: number
  readonly isAlive: boolean
}

/** Indices of the lists of samples, the best URL first; equal ones stay in order. */
export function rankSamples(urls: readonly (readonly PingSample[])[]): readonly number[] {
  const slowest = Math.max(...urls.flat().map(({ latency }) => latency), 1)
  const scores = urls.map(samples => {
    const alive = samples.filter(({ isAlive }) => isAlive).length
    if (alive === 0) return 0
    const mean = samples.reduce((sum, { latency }) => sum + latency, 0) / samples.length
    return (
      limits.pingStabilityWeight * (alive / samples.length) + limits.pingLatencyWeight * (1 - mean / slowest)
    )
  })
  return urls.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
}

export interface RankOptions {
  readonly urls: readonly string[]
  readonly clock: Clock
  /** Hears the URLs, best first, after each round. */
  readonly ranked: (urls: readonly string[]) => void
  /** When the last call was made, in milliseconds since the epoch. */
  readonly lastCall: () => number
  readonly isHidden: () => boolean
  readonly fetch?: typeof fetch
  readonly signal?: AbortSignal | undefined
}

/** Pings until 4 s went by without a call, the page is hidden, or the signal aborts; then `done` is called. */
export function rankUrls(options: RankOptions, done: () => void): void {
  const { urls, clock, signal } = options
  let samples: readonly (readonly PingSample[])[] = urls.map(() => [])

  const isOver = () =>
    signal?.aborted || options.isHidden() || clock.now() - options.lastCall() >= limits.pingInterval

  const round = async () => {
    const taken = await Promise.all(urls.map(url => ping(url, options)))
    if (signal?.aborted) return
    samples = samples.map((before, at) => [...before, ...taken.slice(at, at + 1)].slice(-limits.pingSamples))
    options.ranked(rankSamples(samples).flatMap(at => urls.slice(at, at + 1)))
  }

  const next = () => {
    clock.setTimeout(() => {
      if (isOver()) return done()
      // Each round begins 4 s after the last one began; a URL that hangs is given up after 1 s.
      void round()
      next()
    }, limits.pingInterval)
  }
  next()
}

async function ping(url: string, { clock, fetch, signal }: RankOptions): Promise<PingSample> {
  const began = clock.now()
  try {
    const { ok, bytes } = await fetchBounded(url, {
      clock,
      ...(fetch && { fetch }),
      signals: [signal],
      timeout: limits.pingTimeout,
      limit: 10_000,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"net_listening","params":[]}',
      },
    })
    // A node that does not know the question has answered it.
    const { result, error } = JSON.parse(toText(bytes))
    if (ok && (result !== undefined || error?.code === -32_601))
      return { latency: clock.now() - began, isAlive: true }
  } catch {
    // Not there, too late, or not JSON-RPC.
  }
  return { latency: limits.pingTimeout, isAlive: false }
}
