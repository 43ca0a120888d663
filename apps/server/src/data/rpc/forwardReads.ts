import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from 'latchkey/contract'
import { type RpcFault, rpcRefusal } from 'latchkey/services'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'
import { askUpstream, type ChainContext, waitBefore } from './askUpstream.ts'
import { type RpcOutcome, tooLarge, type UpstreamFailure } from './callUpstream.ts'
import { rankUpstreams, type Upstream } from './upstream.ts'
import { wrongChain } from './watchUpstreams.ts'

/** Sends reads together, from node to node, until each has an outcome or nothing is left to try. */
export async function forwardReads(ctx: ChainContext, calls: readonly ProxiedCall[]): Promise<RpcOutcome[]> {
  const { clock } = ctx
  const deadline = clock() + ctx.timeout
  const order = rankUpstreams(ctx.upstreams, clock())
  const outcomes: (RpcOutcome | undefined)[] = calls.map(() => undefined)
  let open = [...calls.keys()]
  let failure: UpstreamFailure | undefined
  const spent = new Set<Upstream>()
  const attempts = order.length === 0 ? 0 : Math.max(order.length, 1 + limits.rpcRetries)
  for (let attempt = 0; attempt < attempts && open.length > 0; attempt++) {
    const upstream = order[attempt % order.length]
    if (upstream === undefined) break
    const wait = waitBefore(order, { upstream, attempt, now: clock(), spent })
    if (wait === 'skip') continue
    if (clock() + wait >= deadline) break
    if (wait > 0) await sleep(wait)
    if (spent.has(upstream)) continue
    // Those still to be asked get their share, so that one silent node does not use up the time of all.
    const timeout = Math.max(1, (deadline - clock()) / Math.max(1, order.length - attempt))
    const reply = await askUpstream(ctx, upstream, {
      calls: open.flatMap(index => calls[index] ?? []),
      timeout,
      isEffect: false,
    })
    if ('failure' in reply) {
      failure = reply
      if (reply.retryable === 'elsewhere') spent.add(upstream)
      if (!reply.retryable || spent.size === order.length) break
      continue
    }
    const isLast = attempt + 1 >= order.length
    open = open.filter((index, place) => {
      const outcome = reply.answers.get(place)
      outcomes[index] = outcome ?? { error: unanswered, unanswered: true }
      const isRetryable =
        outcome === undefined || ('error' in outcome && ctx.language.retryable.has(outcome.error.code))
      return isRetryable && !isLast
    })
  }
  return outcomes.map(outcome => outcome ?? toOutcome(order.length === 0, failure))
}

const unanswered: RpcFault = { code: rpcRefusal.internal, message: 'The node left this call unanswered' }

/** The error of a call that was answered with more than is taken; known by being this very object. */
export const tooLargeFault: RpcFault = {
  code: rpcRefusal.internal,
  message: "The node's answer is too large",
}

/** What a call comes to that no node answered. */
export function toOutcome(isNobody: boolean, failure: UpstreamFailure | undefined): RpcOutcome {
  if (isNobody || failure?.failure === wrongChain)
    return {
      error: { code: rpcRefusal.internal, message: "The chain's nodes are of another chain" },
      unanswered: true,
    }
  if (failure?.failure === tooLarge) return { error: tooLargeFault }
  const isLimit = failure === undefined || failure.failure === 'HTTP 429'
  return {
    error: isLimit
      ? { code: rpcRefusal.limit, message: "The chain's nodes are over their limit" }
      : { code: rpcRefusal.internal, message: "The chain's nodes did not answer" },
    unanswered: true,
  }
}
