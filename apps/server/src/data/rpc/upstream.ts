import { limits } from 'latchkey/contract'
import { createTarget, type HttpTarget } from './postJson.ts'

/** How a ping went. */
export interface Sample {
  readonly isAnswered: boolean
  /** Milliseconds; the time-out for one that was not answered. */
  readonly latency: number
}

/** One node of a chain, and its known state. Times are the clock's. */
export interface Upstream {
  readonly target: HttpTarget
  /** For logs and metrics, in place of the URL, which may hold a key. */
  readonly label: string
  /** It asked to be left alone until then. */
  restUntil: number
  failedAt: number
  /** The last pings, the newest last. */
  samples: readonly Sample[]
  /** Its newest block, as far as known. */
  head: { readonly block: number; readonly at: number } | undefined
  /** When it last said that it is of this chain. */
  verifiedAt: number
  /** It said that it is of another chain (F16). */
  isQuarantined: boolean
  /** It is far behind the others (F17). */
  isStale: boolean
  /** Calls it takes in one request. */
  batchLimit: number
}

export function createUpstream(url: string, label: string): Upstream {
  return {
    target: createTarget(url),
    label,
    restUntil: Number.NEGATIVE_INFINITY,
    failedAt: Number.NEGATIVE_INFINITY,
    samples: [],
    head: undefined,
    verifiedAt: Number.NEGATIVE_INFINITY,
    isQuarantined: false,
    isStale: false,
    batchLimit: limits.rpcServerBatch,
  }
}

/** A node that failed this recently is asked after the others, in milliseconds. */
const shunned = 30_000

/**
 * The nodes in the order to ask them: not those of another chain; those that failed lately or lag behind after the
 * others; among equals by how they answered their pings (SPEC §9), else as they were configured.
 */
export function rankUpstreams(upstreams: readonly Upstream[], now: number): readonly Upstream[] {
  if (upstreams.length === 1) return upstreams[0]?.isQuarantined ? [] : upstreams
  const scores = scoreUpstreams(upstreams.map(({ samples }) => samples))
  return upstreams
    .map((upstream, index) => ({
      upstream,
      trouble: (upstream.isStale ? 2 : 0) + (now - upstream.failedAt < shunned ? 1 : 0),
      score: scores[index] ?? 0,
    }))
    .filter(({ upstream }) => !upstream.isQuarantined)
    .sort((a, b) => a.trouble - b.trouble || b.score - a.score)
    .map(({ upstream }) => upstream)
}

/**
 * How good each node is, from 0 to 1: the share of its pings that were answered, and how much faster than the slowest
 * ping of all it answers on average, weighted as SPEC §9 says. Without pings a node counts as reliable and slow.
 */
export function scoreUpstreams(samples: readonly (readonly Sample[])[]): number[] {
  const slowest = Math.max(0, ...samples.flatMap(all => all.map(({ latency }) => latency)))
  return samples.map(all => {
    if (all.length === 0) return limits.pingStabilityWeight
    const answered = all.filter(({ isAnswered }) => isAnswered).length / all.length
    if (answered === 0) return 0
    const latency = all.reduce((sum, sample) => sum + sample.latency, 0) / all.length
    const speed = slowest > 0 ? 1 - latency / slowest : 0
    return limits.pingStabilityWeight * answered + limits.pingLatencyWeight * speed
  })
}
