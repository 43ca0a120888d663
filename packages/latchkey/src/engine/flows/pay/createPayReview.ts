/** One way to pay: planned, shown, and asked of the wallet (T61, T73, T135). */
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Machine } from '../../base/machine.ts'
import { orAborted } from '../../base/orAborted.ts'
import type { Engine } from '../../engine.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import { createContracts } from '../../nouns/swaps/createContracts.ts'
import { defaultImpactLimit, faultOf, isLess } from '../../nouns/swaps/judgePlan.ts'
import { planSwap, type SwapPlan } from '../../nouns/swaps/planSwap.ts'
import { networkIdOfAccepted } from './acceptedAmount.ts'
import type { PayWays } from './createPayWays.ts'
import { failureOf } from './failureOf.ts'
import type { PayFailure, PayState, PayWay, ShownPayment } from './payFlow.ts'
import type { PayEvent } from './payTransition.ts'
import { type PayPlan, planPayment } from './planPayment.ts'
import { goesOn, submitPayment } from './submitPayment.ts'

/** A swap that is older when its approval is mined is built anew. */
const planLife = 20_000

/** A way that the visitor's own wallet pays. */
export type OwnWay = Extract<PayWay, { kind: 'token' | 'swap' | 'wallet' }>

export interface ReviewHost {
  readonly machine: Machine<PayState, PayEvent>
  readonly ways: Pick<PayWays, 'native' | 'nativePrice'>
  readonly shown: () => ShownPayment | undefined
  /** The payment as it is now: rejects to go no further. */
  readonly check: () => Promise<void>
  /** Something was sent, or may have been: its id in the journal. */
  readonly sent: (id: string) => void
}

export interface PayReview {
  prepare(way: OwnWay): Promise<void>
  pay(): Promise<void>
  /** Ends what is done for the way; a wallet that was asked may go on. */
  stop(): void
  /** Another account or network became active. True: nothing was asked for, and the way is over. */
  moved(): boolean
}

/** The review of one engine's payment. */
export function createPayReview(
  { ctx }: Pick<Engine, 'ctx'>,
  { machine, ways, shown, check, sent }: ReviewHost,
): PayReview {
  const contracts = createContracts(ctx)
  let working = new AbortController()
  let plan: PayPlan | undefined
  let from: string | undefined
  /** Since the press, another account or network was active at some time. */
  let hasMoved = false

  function stop(): AbortSignal {
    working.abort()
    working = new AbortController()
    return working.signal
  }

  function planned(
    way: OwnWay,
    made: PayPlan,
    more: { failure?: PayFailure; before?: SwapPlan['quote'] } = {},
  ) {
    const now = shown()
    if (!now) return
    plan = made
    const failure = more.failure ?? made.fault
    const { before } = more
    machine.dispatch({
      ...{ type: 'planned', shown: now, way, ...facesOf(made) },
      ...(before && { before }),
      ...(failure && { failure }),
    })
  }

  function facesOf(made: PayPlan) {
    const feePrice = ways.nativePrice()
    const { fee, simulation } = made.kind === 'swap' ? made.swap.forecast : made.quote
    const steps =
      made.kind === 'swap' && made.swap.steps.length > 1 ? (['approve', 'pay'] as const) : (['pay'] as const)
    return {
      ...{ simulation, steps },
      ...(made.kind === 'swap' && { quote: made.swap.quote }),
      ...(fee && { fee }),
      ...(feePrice !== undefined && { feePrice }),
    }
  }

  function planOf(way: OwnWay, signal: AbortSignal): Promise<PayPlan> {
    const here = activeAccount(ctx)
    const now = shown()
    if (!here || !now || networkIdOfAccepted(way.accepted) !== here.network.caipNetworkId)
      throw createError('SEND_FAILED', { context: { reason: 'other-network' } })
    from = here.owner
    return planPayment(ctx, {
      ...{ way, from: here.owner, network: here.network, contracts, signal },
      shown: now,
      reference: now.payment?.reference,
      native: ways.native(),
      ...(plan?.kind === 'swap' && { quote: plan.swap.quote }),
    })
  }

  const refuse = (cause: unknown) => machine.dispatch({ type: 'refused', failure: failureOf(cause) })

  async function prepare(way: OwnWay): Promise<void> {
    const signal = stop()
    const now = shown()
    if (!now) return
    plan = undefined
    hasMoved = false
    machine.dispatch({ type: 'preparing', shown: now, way, simulation: 'asking' })
    try {
      const made = await planOf(way, signal)
      if (!signal.aborted) planned(way, made)
    } catch (cause) {
      if (!signal.aborted) refuse(cause)
    }
  }

  async function pay(): Promise<void> {
    const state = machine.getState()
    if (state.at !== 'reviewing' || !isOwn(state.way)) return
    const { way, quote: seen } = state
    if (!plan || plan.fault) return prepare(way)
    const signal = stop()
    hasMoved = false
    const { at: _, failure: _failure, before: _before, ...rest } = state
    machine.dispatch({ type: 'preparing', ...rest })
    const id = ctx.random.id()
    let worse: SwapPlan | undefined
    try {
      const made = await planOf(way, signal)
      if (signal.aborted) return
      const isMarked =
        made.kind === 'swap' && seen && isLess(seen, made.swap.quote, made.swap.asked.slippageBps)
      if (made.fault || isMarked) return planned(way, made, isMarked ? { before: seen } : {})
      const now = shown()
      if (!now) return
      const submitted = submitPayment(ctx, {
        ...{ id, shown: now, way, plan: made, signal },
        told(step, isSent) {
          if (!signal.aborted) machine.dispatch({ type: isSent ? 'sending' : 'asking', step })
        },
        async check() {
          if (hasMoved) throw createError('SEND_FAILED', { context: { reason: 'other-account' } })
          await check()
          if (signal.aborted) throw createError('MODAL_CLOSED')
        },
        async again(before) {
          if (ctx.clock.now() - before.at < planLife) return before
          const { asked, quote: agreed } = before
          const anew = await planSwap(ctx, { contracts, asked, shown: agreed, signal })
          const limit = ctx.config.swapPriceImpactLimit ?? defaultImpactLimit
          const fault = faultOf(anew, { limit, native: ways.native() })
          if (fault) throw createError('SWAP_FAILED', { context: { reason: fault.failure } })
          if (anew.steps.length === 1 && !isLess(agreed, anew.quote, asked.slippageBps)) return anew
          worse = anew
          throw createError('SWAP_FAILED', { context: { reason: goesOn } })
        },
      })
      const { id: entry } = await orAborted(submitted, signal)
      if (!signal.aborted) sent(entry)
    } catch (cause) {
      if (signal.aborted) return
      if (worse) return planned(way, { kind: 'swap', swap: worse }, seen ? { before: seen } : {})
      const isLost = isLatchkeyError(cause, 'SEND_UNKNOWN') && cause.context.step === undefined
      if (!isLost) return refuse(cause)
      sent(typeof cause.context.id === 'string' ? cause.context.id : id)
    }
  }

  return {
    prepare,
    pay,
    stop: () => void stop(),
    moved() {
      const { at } = machine.getState()
      if (activeAccount(ctx)?.owner === from) return false
      hasMoved = true
      // A wallet that was asked may go on; the next step does not follow.
      if (at !== 'reviewing' && at !== 'preparing') return false
      stop()
      return true
    },
  }
}

export function isOwn(way: PayWay): way is OwnWay {
  return way.kind === 'token' || way.kind === 'swap' || way.kind === 'wallet'
}
