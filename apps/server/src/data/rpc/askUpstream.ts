import { limits } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../core/http/appTypes.ts'
import type { NodeLanguage, ProxiedCall } from '../namespaces/nodeLanguage.ts'
import { callNode } from './callNode.ts'
import { type RpcOutcome, tooLarge, type UpstreamReply } from './callUpstream.ts'
import type { Upstream } from './upstream.ts'
import type { UpstreamWatch } from './watchUpstreams.ts'

/** One chain of the proxy. */
export interface ChainContext {
  readonly language: NodeLanguage
  readonly upstreams: readonly Upstream[]
  readonly watch: UpstreamWatch
  /** Milliseconds for one call of the proxy, retries and all. */
  readonly timeout: number
  readonly answerLimit: number
  readonly clock: Clock
  readonly log: Logger
  readonly onUpstream:
    | ((name: string, outcome: 'answered' | 'failed', milliseconds: number) => void)
    | undefined
}

/** Parts of a batch that a node gets at the same time, when it takes no longer ones. */
const partsAtOnce = 4

/**
 * Asks one node, in parts when it takes no batch as long (F18), once it is known to be of the chain (F16). What went
 * wrong is noted on the node.
 */
export async function askUpstream(
  ctx: ChainContext,
  upstream: Upstream,
  options: { readonly calls: readonly ProxiedCall[]; readonly timeout: number; readonly isEffect: boolean },
): Promise<UpstreamReply> {
  const { calls, timeout, isEffect } = options
  const started = ctx.clock()
  const left = () => Math.max(1, timeout - (ctx.clock() - started))
  const unverified = await ctx.watch.verify(upstream, { timeout, strict: isEffect })
  // Before that it is not given the calls.
  const reply =
    (unverified && { ...unverified, mayHaveActed: false }) ??
    (await askInParts(ctx, upstream, { calls, left, fresh: isEffect }))
  const isFailed = 'failure' in reply && reply.failure !== tooLarge
  ctx.onUpstream?.(upstream.label, isFailed ? 'failed' : 'answered', ctx.clock() - started)
  if (!('failure' in reply)) {
    upstream.failedAt = Number.NEGATIVE_INFINITY
    return reply
  }
  if (isFailed) upstream.failedAt = ctx.clock()
  if (reply.retryAfter !== undefined) upstream.restUntil = ctx.clock() + reply.retryAfter
  ctx.log.warn({ upstream: upstream.label, failure: reply.failure }, 'upstream failed')
  return reply
}

async function askInParts(
  ctx: ChainContext,
  upstream: Upstream,
  options: { calls: readonly ProxiedCall[]; left: () => number; fresh: boolean },
): Promise<UpstreamReply> {
  const { calls, left, fresh } = options
  const size = upstream.batchLimit
  if (calls.length <= size) {
    const { target } = upstream
    const reply = await callNode(ctx.language, {
      target,
      calls,
      timeout: left(),
      answerLimit: ctx.answerLimit,
      fresh,
    })
    const isTooLong = 'failure' in reply ? reply.failure === 'HTTP 413' : reply.refusedAll === true
    if (!isTooLong || calls.length === 1) return reply
    upstream.batchLimit = Math.min(upstream.batchLimit, calls.length > 10 ? 10 : 1)
    return askInParts(ctx, upstream, options)
  }
  const answers = new Map<number, RpcOutcome>()
  const starts = Array.from({ length: Math.ceil(calls.length / size) }, (_, part) => part * size)
  for (let first = 0; first < starts.length; first += partsAtOnce) {
    const parts = await Promise.all(
      starts.slice(first, first + partsAtOnce).map(async start => ({
        start,
        reply: await askInParts(ctx, upstream, { ...options, calls: calls.slice(start, start + size) }),
      })),
    )
    for (const { start, reply } of parts) {
      if ('failure' in reply) return answers.size > 0 && reply.retryable ? { answers } : reply
      for (const [place, outcome] of reply.answers) answers.set(start + place, outcome)
    }
  }
  return { answers }
}

/** Milliseconds to wait before an attempt; 'skip' when another node need not be waited for (F13, F14). */
export function waitBefore(
  order: readonly Upstream[],
  options: {
    readonly upstream: Upstream
    readonly attempt: number
    readonly now: number
    /** Nodes that are not asked again, and not waited for. */
    readonly spent: ReadonlySet<Upstream>
  },
): number | 'skip' {
  const { upstream, attempt, now, spent } = options
  const rest = spent.has(upstream) ? 0 : upstream.restUntil - now
  if (rest > 0 && order.some(other => other.restUntil <= now && !spent.has(other))) return 'skip'
  const round = Math.floor(attempt / order.length)
  const isRoundStart = attempt % order.length === 0
  const pause = round > 0 && isRoundStart ? limits.rpcRetryDelay * 2 ** (round - 1) : 0
  return Math.max(pause, rest, 0)
}
