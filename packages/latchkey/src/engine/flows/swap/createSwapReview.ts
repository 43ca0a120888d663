/** From the review of a swap to the chain's word (SPEC-NOTES §4 "Swap"). */
import type { Amount } from '../../../contract/amount.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { limits } from '../../../contract/limits.ts'
import { listen, notify } from '../../base/listeners.ts'
import { createMachine } from '../../base/machine.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { Engine } from '../../engine.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import type { AskedQuote } from '../../nouns/swaps/askedQuote.ts'
import { codeOf, failureOf } from '../../nouns/swaps/failureOf.ts'
import { defaultImpactLimit, faultOf, impactConfirmed, isLess } from '../../nouns/swaps/judgePlan.ts'
import { planSwap, type SwapPlan } from '../../nouns/swaps/planSwap.ts'
import type { SwapFailure, SwapQuote } from '../../nouns/swaps/swapQuote.ts'
import type { OwnSwapFlow } from './createSwapFlow.ts'
import { followSwap } from './followSwap.ts'
import { isUnder, type ProgressEvent, plain, progressTransition } from './progressTransition.ts'
import { plannedReview, reviewOf } from './reviewOf.ts'
import { emitFailed, goesBack, submitSwap } from './submitSwap.ts'
import type { ReviewedSwap, SwapProgress, SwapReview } from './swapFlow.ts'

/** Two presses so soon after each other are one. */
const deliberate = 500
/** A built swap that is older when its approval is mined is built anew. */
const planLife = 20_000

type News = Parameters<Parameters<SwapReview['onNews']>[0]>[0]

/** The review of one engine's swapping; it ends with it. `native`: held of the network's own currency. */
export function createSwapReview(
  { ctx }: Pick<Engine, 'ctx'>,
  flow: OwnSwapFlow,
  native: () => Amount | undefined,
): SwapReview {
  const { clock } = ctx
  const progress = createMachine<SwapProgress, ProgressEvent>({ at: 'idle' }, progressTransition)
  const listeners = new Set<(news: News) => void>()
  let attempt = 0
  let asked: AskedQuote | undefined
  let working = new AbortController()
  let pressedAt = 0
  /** Since the press, another account or network was active at some time. */
  let hasMoved = false
  let stopFollowing = () => {}
  let settle = () => {}
  /** A swap that the visitor no longer waits for: its id, and the id that its form goes on with. */
  let late: { readonly id: string; readonly form: string } | undefined

  const rules = () => ({ limit: ctx.config.swapPriceImpactLimit ?? defaultImpactLimit, native: native() })
  const isForm = (id: string) => flow.form.getState().id === id

  function stopWork(): number {
    working.abort()
    working = new AbortController()
    settle()
    flow.pause(false)
    return ++attempt
  }

  function follow(id: string): void {
    stopFollowing()
    let isDone = false
    stopFollowing = followSwap(ctx, id, event => {
      const state = progress.getState()
      if (!('id' in state) || state.id !== id || isUnder(state)) return
      progress.dispatch(event)
      if (event.at !== 'done' || isDone) return
      isDone = true
      notify(listeners, { type: 'done', ...(event.hash !== undefined && { hash: event.hash }) })
    })
  }

  function refuse(mine: number, cause: unknown): void {
    if (mine !== attempt) return
    stopWork()
    const reason = isLatchkeyError(cause) ? cause.context.reason : undefined
    progress.dispatch({
      type: 'refused',
      failure: failureOf(cause),
      ...(typeof reason === 'string' && { reason: reason.slice(0, 200) }),
    })
  }

  /** Builds the swap and tries it; undefined where something else came between, or it is refused. */
  async function plan(mine: number, wanted: AskedQuote, shown: SwapQuote): Promise<SwapPlan | undefined> {
    const { signal } = working
    try {
      const made = await planSwap(ctx, { contracts: flow.contracts, asked: wanted, shown, signal })
      if (mine !== attempt) return undefined
      const fault = faultOf(made, rules())
      if (!fault) return made
      const state = progress.getState()
      if (isUnder(state)) progress.dispatch({ type: 'preparing', review: plannedReview(state.id, made) })
      stopWork()
      progress.dispatch({ type: 'refused', ...fault })
      tellFailed(wanted, fault.failure)
    } catch (cause) {
      if (mine === attempt) tellFailed(wanted, failureOf(cause))
      refuse(mine, cause)
    }
    return undefined
  }

  /** No wallet was asked. */
  function tellFailed({ network }: AskedQuote, failure: SwapFailure): void {
    const state = progress.getState()
    if (isUnder(state)) emitFailed(ctx, { id: state.id, network, code: codeOf(failure) })
  }

  async function prepare(review: ReviewedSwap, wanted: AskedQuote): Promise<void> {
    const mine = stopWork()
    hasMoved = false
    flow.pause(true)
    progress.dispatch({ type: 'preparing', review })
    const made = await plan(mine, wanted, review.quote)
    if (!made || mine !== attempt) return
    back(review.id, review.quote, made)
  }

  /** To the review, with the difference marked where it is worse than what was on the screen. */
  function back(id: string, shown: SwapQuote, made: SwapPlan): void {
    const isMarked = isLess(shown, made.quote, made.asked.slippageBps)
    stopWork()
    progress.dispatch({
      type: 'planned',
      review: plannedReview(id, made),
      ...(isMarked && { before: shown }),
    })
  }

  async function swap(review: ReviewedSwap, wanted: AskedQuote): Promise<void> {
    const mine = stopWork()
    flow.pause(true)
    progress.dispatch({ type: 'preparing', review })
    const made = await plan(mine, wanted, review.quote)
    if (!made || mine !== attempt) return
    if (isLess(review.quote, made.quote, made.asked.slippageBps)) return back(review.id, review.quote, made)
    const { signal } = working
    const { id } = review
    let worse: { readonly shown: SwapQuote; readonly plan: SwapPlan } | undefined
    const later = (waiting: 'slow' | 'silent', delay: number) =>
      clock.setTimeout(() => mine === attempt && progress.dispatch({ type: 'waited', waiting }), delay)
    const restart = () => {
      settle()
      const timers = [later('slow', limits.walletSlow), later('silent', limits.walletSilent)]
      settle = () => {
        for (const stop of timers) stop()
      }
    }
    progress.dispatch({ type: 'asked', review: plannedReview(id, made) })
    restart()
    try {
      const submitted = submitSwap(ctx, {
        id,
        plan: made,
        signal,
        told(steps, hash) {
          if (mine !== attempt) return
          progress.dispatch({ type: 'stepped', steps, ...(hash !== undefined && { hash }) })
          if (steps.some(({ at }) => at === 'asking')) restart()
          else settle()
        },
        async again(before) {
          // The visitor was elsewhere meanwhile: what was begun there ends, also if the wallet came back (T61).
          if (hasMoved) throw createError('SEND_FAILED', { context: { reason: 'other-account' } })
          if (clock.now() - before.at < planLife) return before
          const now = await planSwap(ctx, {
            ...{ contracts: flow.contracts, asked: before.asked, shown: before.quote, signal },
          })
          const fault = faultOf(now, rules())
          if (fault) throw createError('SWAP_FAILED', { context: { reason: fault.failure } })
          if (now.steps.length === 1 && !isLess(before.quote, now.quote, before.asked.slippageBps)) return now
          worse = { shown: before.quote, plan: now }
          throw createError('SWAP_FAILED', { context: { reason: goesBack } })
        },
      })
      const { result, id: entry } = await orAborted(submitted, signal)
      if (mine !== attempt) return
      stopWork()
      if (isForm(id)) flow.reset()
      const { hash } = result
      progress.dispatch({ type: 'told', at: 'sent', id: entry, ...(hash !== undefined && { hash }) })
      notify(listeners, { type: 'sent', ...(hash !== undefined && { hash }) })
      follow(entry)
    } catch (cause) {
      if (mine !== attempt) return
      if (worse) return back(id, worse.shown, worse.plan)
      const isLost = isLatchkeyError(cause, 'SEND_UNKNOWN') && cause.context.step === undefined
      if (!isLost) return refuse(mine, cause)
      stopWork()
      // What may have been sent is another swap than the one that the form asks for next.
      if (isForm(id)) flow.reset()
      const entry = typeof cause.context.id === 'string' ? cause.context.id : id
      progress.dispatch({ type: 'told', at: 'unknown', id: entry })
      follow(entry)
    }
  }

  /** Leaves the review when another account or network becomes active: it is not swapped from there (T61). */
  function heed(): void {
    const state = progress.getState()
    if (!isUnder(state)) return
    const here = activeAccount(ctx)?.owner
    if (here === state.from) return
    hasMoved = true
    // A wallet that was asked may go on; the next step does not follow.
    if (state.at === 'asking' || state.at === 'waiting') return
    stopWork()
    progress.dispatch({ type: 'left' })
    notify(listeners, { type: 'moved' })
  }

  const offs = [
    ctx.connections.subscribe(heed),
    ctx.facts.on('swapped', ({ id }) => {
      if (late?.id !== id) return
      const { form } = late
      late = undefined
      if (isForm(form)) flow.reset()
      notify(listeners, { type: 'sent' })
    }),
  ]
  ctx.signal.addEventListener('abort', () => {
    for (const off of offs) off()
    stopFollowing()
    stopWork()
  })

  function cancel(): void {
    const state = progress.getState()
    if (!isUnder(state)) return
    const { at, id } = state
    stopWork()
    progress.dispatch({ type: 'cancelled' })
    if (at !== 'asking' && at !== 'waiting') return
    // The wallet may still send what it was asked for: the next one is another swap.
    if (isForm(id)) flow.renew()
    late = { id, form: flow.form.getState().id }
  }

  return {
    progress,
    begin(intent) {
      if (!flow.take(intent)) return
      const state = progress.getState()
      if (intent.type === 'follow') {
        if ('id' in state && state.id === intent.id && state.at !== 'refused') return
        cancel()
        progress.dispatch({ type: 'followed', id: intent.id })
        follow(intent.id)
        return
      }
      cancel()
      stopFollowing()
      asked = flow.asked()
      const { quotes } = flow.form.getState()
      if (!asked || quotes.at !== 'known') return progress.dispatch({ type: 'left' })
      void prepare(reviewOf(intent.id, asked, quotes.chosen), asked)
      // It may have moved since Review was pressed; a view is not left while it is entered.
      queueMicrotask(heed)
    },
    send() {
      heed()
      const state = progress.getState()
      if (!asked || (state.at !== 'reviewing' && state.at !== 'refused')) return
      if (state.at === 'refused') return void prepare(plain(state), asked)
      const isSteep = (state.quote.priceImpact ?? 0) > impactConfirmed
      const now = clock.now()
      if (isSteep && !state.confirm) {
        pressedAt = now
        return progress.dispatch({ type: 'pressed' })
      }
      if (isSteep && now - pressedAt < deliberate) return
      void swap(plain(state), asked)
    },
    cancel,
    leave() {
      const { at } = progress.getState()
      if (at === 'preparing' || at === 'reviewing' || at === 'refused') stopWork()
      if (at !== 'asking' && at !== 'waiting') stopFollowing()
      progress.dispatch({ type: 'left' })
    },
    onNews: listener => listen(listeners, listener),
  }
}
