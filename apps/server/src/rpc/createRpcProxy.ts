import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CaipNetworkId,
  limits,
  type RpcCall,
  type RpcFault,
  rpcProxyEffects,
  rpcRefusal,
} from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Clock } from '../http/appTypes.ts'
import { callUpstream, type RpcOutcome, tooLarge, type UpstreamFailure } from './callUpstream.ts'

export type ProxiedCall = Pick<RpcCall, 'method' | 'params'>

/** Passes calls to the nodes of a chain, from one to the next while that can help. */
export interface RpcProxy {
  serves(chain: CaipNetworkId): boolean
  /** One outcome per call, in their order; it never throws for what a node does. */
  call(chain: CaipNetworkId, calls: readonly ProxiedCall[]): Promise<RpcOutcome[]>
}

interface Upstream {
  readonly url: string
  /** For the log, in place of the URL, which may hold a key. */
  readonly label: string
  /** It asked to be left alone until then. */
  restUntil: number
  failedAt: number
}

/** A node that failed this recently is asked after the others. */
const shunned = 30_000
/** Errors of a node that another node may not have (SPEC §7): unknown, internal, over its limit. */
const retryableCodes: ReadonlySet<number> = new Set([-1, rpcRefusal.internal, rpcRefusal.limit])

export function createRpcProxy(options: {
  readonly upstreams: ReadonlyMap<CaipNetworkId, readonly string[]>
  readonly timeout: number
  readonly answerLimit: number
  readonly clock: Clock
  readonly log: Logger
}): RpcProxy {
  const { timeout, answerLimit, clock, log } = options
  const chains = new Map(
    [...options.upstreams].map(([chain, urls]) => [
      chain,
      urls.map(
        (url, index): Upstream => ({
          url,
          label: `${chain}#${index + 1}`,
          restUntil: Number.NEGATIVE_INFINITY,
          failedAt: Number.NEGATIVE_INFINITY,
        }),
      ),
    ]),
  )

  /** Sends calls together until each has an outcome or nothing is left to try. */
  async function forward(
    all: readonly Upstream[],
    calls: readonly ProxiedCall[],
    isEffect: boolean,
  ): Promise<RpcOutcome[]> {
    const deadline = clock() + timeout
    const isShunned = (upstream: Upstream) => (clock() - upstream.failedAt < shunned ? 1 : 0)
    const order = [...all].sort((a, b) => isShunned(a) - isShunned(b))
    const outcomes: (RpcOutcome | undefined)[] = calls.map(() => undefined)
    let open = calls.map((_, index) => index)
    let failure: UpstreamFailure | undefined
    const attempts = Math.max(order.length, 1 + limits.rpcRetries)
    for (let attempt = 0; attempt < attempts && open.length > 0; attempt++) {
      const upstream = order[attempt % order.length]
      if (upstream === undefined) break
      const wait = waitFor(order, upstream, attempt)
      if (wait === 'skip') continue
      if (clock() + wait >= deadline) break
      if (wait > 0) await sleep(wait)
      const left = deadline - clock()
      const untried = Math.max(1, order.length - attempt)
      const reply = await callUpstream({
        url: upstream.url,
        calls: open.flatMap(index => calls[index] ?? []),
        // Those still to be asked get their share, so that one silent node does not use up the time of all.
        timeout: Math.max(1, left / untried),
        answerLimit,
      })
      if ('failure' in reply) {
        failure = reply
        note(upstream, reply)
        if (!reply.retryable || (isEffect && reply.mayHaveActed)) break
        continue
      }
      upstream.failedAt = Number.NEGATIVE_INFINITY
      const another = attempt + 1 < order.length
      open = open.filter((index, place) => {
        const outcome = reply.answers.get(place)
        outcomes[index] = outcome ?? { error: unanswered(isEffect) }
        return another && isWorthRetry(outcome, isEffect)
      })
    }
    const isOurs = failure?.failure === tooLarge ? {} : ({ unanswered: true } as const)
    return outcomes.map(outcome => outcome ?? { error: toRpcFault(failure, isEffect), ...isOurs })
  }

  /** Milliseconds to wait before this attempt; 'skip' when another node need not be waited for. */
  function waitFor(order: readonly Upstream[], upstream: Upstream, attempt: number): number | 'skip' {
    const now = clock()
    const rest = upstream.restUntil - now
    if (rest > 0 && order.some(other => other.restUntil <= now)) return 'skip'
    const round = Math.floor(attempt / order.length)
    const isRoundStart = attempt % order.length === 0
    const pause = round > 0 && isRoundStart ? limits.rpcRetryDelay * 2 ** (round - 1) : 0
    return Math.max(pause, rest, 0)
  }

  function note(upstream: Upstream, failure: UpstreamFailure): void {
    if (failure.failure !== tooLarge) upstream.failedAt = clock()
    if (failure.retryAfter !== undefined) upstream.restUntil = clock() + failure.retryAfter
    log.warn({ upstream: upstream.label, failure: failure.failure }, 'upstream failed')
  }

  return {
    serves: chain => chains.has(chain),
    async call(chain, calls) {
      const upstreams = chains.get(chain) ?? []
      const outcomes: (RpcOutcome | undefined)[] = calls.map(() => undefined)
      const isEffect = (index: number) => rpcProxyEffects.includes(calls[index]?.method ?? '')
      const reads = calls.map((_, index) => index).filter(index => !isEffect(index))
      // Each effect travels alone: what may not be sent twice must not hold back what may.
      const groups = [
        ...(reads.length > 0 ? [reads] : []),
        ...calls.flatMap((_, index) => (isEffect(index) ? [[index]] : [])),
      ]
      await Promise.all(
        groups.map(async group => {
          const part = group.flatMap(index => calls[index] ?? [])
          const answers = await forward(upstreams, part, group !== reads)
          for (const [place, index] of group.entries()) outcomes[index] = answers[place]
        }),
      )
      return outcomes.map(outcome => outcome ?? { error: toRpcFault(undefined, false) })
    },
  }
}

function isWorthRetry(outcome: RpcOutcome | undefined, isEffect: boolean): boolean {
  if (outcome === undefined) return !isEffect
  if (!('error' in outcome)) return false
  // Over its limit a node has done nothing; any other error of an effect is its outcome.
  return isEffect ? outcome.error.code === rpcRefusal.limit : retryableCodes.has(outcome.error.code)
}

function unanswered(isEffect: boolean): RpcFault {
  return isEffect ? unconfirmed : { code: rpcRefusal.internal, message: 'The node left this call unanswered' }
}

const unconfirmed: RpcFault = {
  code: rpcRefusal.internal,
  message: 'The node did not confirm the transaction; look it up by its hash before sending it again',
}

function toRpcFault(failure: UpstreamFailure | undefined, isEffect: boolean): RpcFault {
  if (isEffect && failure?.mayHaveActed) return unconfirmed
  if (failure?.failure === 'HTTP 429' || failure === undefined)
    return { code: rpcRefusal.limit, message: "The chain's nodes are over their limit" }
  if (failure.failure === tooLarge)
    return { code: rpcRefusal.internal, message: "The node's answer is too large" }
  return { code: rpcRefusal.internal, message: "The chain's nodes did not answer" }
}
