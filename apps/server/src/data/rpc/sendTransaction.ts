import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from 'latchkey/contract'
import { rpcRefusal } from 'latchkey/services'
import type { ProxiedCall, TransactionLanguage } from '../namespaces/nodeLanguage.ts'
import { askUpstream, type ChainContext, waitBefore } from './askUpstream.ts'
import { callUpstream, type RpcOutcome, type UpstreamFailure } from './callUpstream.ts'
import { toOutcome } from './forwardReads.ts'
import { rankUpstreams, type Upstream } from './upstream.ts'

/** Milliseconds for looking a transaction up. */
const lookUpTimeout = 2_000

const unconfirmed: RpcOutcome = {
  error: {
    code: rpcRefusal.internal,
    message: 'The node did not confirm the transaction; look it up by its hash before sending it again',
  },
  unanswered: true,
}

/**
 * Sends one signed transaction. Once a node may have taken it, it is looked up by its hash before anything is sent
 * again (F15), and a node that has it already is as good as one that takes it (F19). After an uncertain try no other
 * node's refusal is a failure: it may be about this very transaction.
 */
export async function sendTransaction(ctx: ChainContext, call: ProxiedCall): Promise<RpcOutcome> {
  const { clock } = ctx
  const { transaction } = ctx.language
  if (!transaction)
    return { error: { code: rpcRefusal.method, message: 'The chain takes no transactions here' } }
  const deadline = clock() + ctx.timeout
  const { idOf, isKnown, isOutdated } = transaction
  const hash = idOf(call.params)
  const order = rankUpstreams(ctx.upstreams, clock())
  let failure: UpstreamFailure | undefined
  const spent = new Set<Upstream>()
  let isUncertain = false
  const attempts = order.length === 0 ? 0 : Math.max(order.length, 1 + limits.rpcRetries)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const upstream = order[attempt % order.length]
    if (upstream === undefined) break
    const wait = waitBefore(order, { upstream, attempt, now: clock(), spent })
    if (wait === 'skip') continue
    if (clock() + wait >= deadline) break
    if (wait > 0) await sleep(wait)
    if (spent.has(upstream)) continue
    if (isUncertain && hash !== undefined) {
      const found = await lookUp(ctx, transaction, hash, deadline - clock())
      if (found === 'there') return { result: hash }
      if (found === 'unknown') return unconfirmed
    }
    // One share more than there are nodes to ask: it is for looking the transaction up.
    const timeout = Math.max(1, (deadline - clock()) / (1 + Math.max(1, order.length - attempt)))
    const reply = await askUpstream(ctx, upstream, { calls: [call], timeout, isEffect: true })
    const outcome = 'failure' in reply ? undefined : reply.answers.get(0)
    if (outcome !== undefined) {
      if ('result' in outcome) return outcome
      const { code, message } = outcome.error
      const words = message.slice(0, 1_000)
      if (isKnown.test(words)) return hash === undefined ? unconfirmed : { result: hash }
      // Over its limit a node has done nothing.
      if (code === rpcRefusal.limit && attempt + 1 < order.length) continue
      if (hash === undefined || !(isUncertain || isOutdated.test(words))) return outcome
      const found = await lookUp(ctx, transaction, hash, deadline - clock())
      if (found === 'there') return { result: hash }
      // What refuses it may be its own twin, which an earlier try put there: doubt is never called a failure (T73).
      return isUncertain || found === 'unknown' ? unconfirmed : outcome
    }
    failure = 'failure' in reply ? reply : { failure: 'unanswered', retryable: true, mayHaveActed: true }
    if (failure.mayHaveActed) {
      if (hash === undefined) return unconfirmed
      isUncertain = true
    }
    if (failure.retryable === 'elsewhere') spent.add(upstream)
    if (!failure.retryable || spent.size === order.length) break
  }
  if (!isUncertain || hash === undefined) return toOutcome(order.length === 0, failure)
  return (await lookUp(ctx, transaction, hash, deadline - clock())) === 'there'
    ? { result: hash }
    : unconfirmed
}

/** Whether any node has the transaction; 'unknown' when none could say. */
async function lookUp(
  ctx: ChainContext,
  { lookUp: questions, has }: TransactionLanguage,
  hash: string,
  left: number,
): Promise<'there' | 'absent' | 'unknown'> {
  const timeout = Math.max(1, Math.min(lookUpTimeout, left))
  const answers = await Promise.all(
    rankUpstreams(ctx.upstreams, ctx.clock()).map(({ target }) =>
      Promise.all(
        // Each by itself: not every node takes several at once.
        questions(hash).map(async question => {
          const asked = { target, calls: [question], timeout, answerLimit: ctx.answerLimit }
          const reply = await callUpstream(asked)
          const outcome = 'failure' in reply ? undefined : reply.answers.get(0)
          return outcome !== undefined && 'result' in outcome ? has(outcome.result, hash) : undefined
        }),
      ),
    ),
  )
  if (answers.some(found => found.includes(true))) return 'there'
  return answers.some(found => found.at(-1) === false) ? 'absent' : 'unknown'
}
