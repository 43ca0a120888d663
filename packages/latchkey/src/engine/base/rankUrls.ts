/**
 * Which of several URLs of a network answers best (SPEC §9 "Fallback ping"): while calls are made, each is asked every
 * 4 s whether it listens, and how far it has come (F17); nothing is asked while no calls are made, or while the page is hidden.
 */
import { limits } from '../../contract/limits.ts'
import type { Clock } from './clock.ts'
import { fetchBounded, toText } from './http.ts'

/** The result of one ping; a failed one counts as the longest time that a ping may take. */
export interface PingSample {
  /** Milliseconds. */
  readonly latency: number
  readonly isAlive: boolean
  /** Its newest block; absent when it did not say. */
  readonly block?: number
}

/** Blocks that a URL may be behind the newest of the others. */
const staleBy = 20

/** Which of them lag behind another one that was asked in the same round; one that says nothing is not suspected. */
export function findStale(round: readonly PingSample[]): readonly boolean[] {
  const newest = Math.max(...round.map(({ block }) => block ?? 0))
  return round.map(({ block }) => block !== undefined && newest - block > staleBy)
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
  /** Hears of a URL when it begins to lag behind. */
  readonly lags?: ((url: string) => void) | undefined
  readonly isHidden: () => boolean
  readonly fetch?: typeof fetch
  readonly signal?: AbortSignal | undefined
}

/** Pings until 4 s went by without a call, the page is hidden, or the signal aborts; then `done` is called. */
export function rankUrls(options: RankOptions, done: () => void): void {
  const { urls, clock, signal } = options
  let samples: readonly (readonly PingSample[])[] = urls.map(() => [])
  let stale: readonly boolean[] = []

  const isOver = () =>
    signal?.aborted || options.isHidden() || clock.now() - options.lastCall() >= limits.pingInterval

  const round = async () => {
    const taken = await Promise.all(urls.map(url => ping(url, options)))
    if (signal?.aborted) return
    samples = samples.map((before, at) => [...before, ...taken.slice(at, at + 1)].slice(-limits.pingSamples))
    const known = stale
    stale = findStale(taken)
    for (const [at, url] of urls.entries()) if (stale[at] && !known[at]) options.lags?.(url)
    // A URL with old blocks is read only where no other URL answers, however fast it is.
    const best = rankSamples(samples)
    const order = [...best.filter(at => !stale[at]), ...best.filter(at => stale[at])]
    options.ranked(order.flatMap(at => urls.slice(at, at + 1)))
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

async function ping(url: string, options: RankOptions): Promise<PingSample> {
  const { clock } = options
  const began = clock.now()
  const { result, error } = await ask(url, 'net_listening', options)
  // A node that does not know the question has answered it.
  if (result === undefined && (error as { code?: unknown } | null | undefined)?.code !== -32_601)
    return { latency: limits.pingTimeout, isAlive: false }
  const latency = clock.now() - began
  const head = (await ask(url, 'eth_blockNumber', options)).result
  const isBlock = typeof head === 'string' && /^0x[0-9a-f]{1,13}$/i.test(head)
  return { latency, isAlive: true, ...(isBlock && { block: Number(head) }) }
}

/** What one node answers to a question without parameters; nothing when it is not there, too late, or makes no sense. */
async function ask(
  url: string,
  method: string,
  { clock, fetch, signal }: RankOptions,
): Promise<{ readonly result?: unknown; readonly error?: unknown }> {
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
        body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":[]}`,
      },
    })
    return (ok && JSON.parse(toText(bytes))) || {}
  } catch {
    return {}
  }
}
