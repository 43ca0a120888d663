/** One widget's sending: what is held, the draft, and how far a transfer has come (SPEC §4 "Send flow"). */
import { toDecimalString } from '../../contract/amount.ts'
import { addressOf, toCaipAddress } from '../../contract/caip.ts'
import { isLatchkeyError, type LatchkeyError } from '../../contract/error.ts'
import { limits } from '../../contract/limits.ts'
import type { Transfer, TransferQuote } from '../../contract/send.ts'
import { networkOf } from '../../engine/accounts/projectState.ts'
import { loadOnce } from '../../engine/base/loadOnce.ts'
import { createMachine, type Machine } from '../../engine/base/machine.ts'
import type { Engine } from '../../engine/engine.ts'
import { canSend } from '../../engine/send/canSend.ts'
import {
  type CheckedDraft,
  type CheckOptions,
  checkDraft,
  transferOfDraft,
} from '../../engine/send/checkDraft.ts'
import { createDraft, type Draft } from '../../engine/send/createDraft.ts'
import { writeTypedAmount } from '../../engine/send/readTypedAmount.ts'
import type { Token } from '../../engine/tokens/tokens.ts'
import { createHoldings, type Holder, type HoldingsRunner } from './createHoldings.ts'
import {
  type ProgressEvent,
  progressTransition,
  type SendFailure,
  type SendProgress,
} from './progressTransition.ts'

export interface SendFlow {
  readonly draft: Draft
  readonly holdings: HoldingsRunner
  readonly progress: Machine<SendProgress, ProgressEvent>
  /** The account that sends, on its network. */
  holder(): Holder | undefined
  /** Keeps everything fresh while a view of sending is shown. Answers the stop. */
  enter(): () => void
  /** All of the token, less the fee where the fee is taken from it; false when nobody can say the fee. */
  takeMax(): Promise<boolean>
  /** What is in the way of the review; `alike`: what the receiver can be mistaken for. */
  check(alike: string | undefined): CheckedDraft
  /**
   * Looks at a whole draft: what it will cost and do.
   * @throws LatchkeyError as `transferOfDraft`, for a draft that is not whole.
   */
  review(alike: string | undefined): void
  /** Asks the wallet; a second press changes nothing (T73). */
  send(): void
  /** Stops waiting for the wallet, which may send all the same. */
  cancel(): void
  destroy(): void
}

export interface SendFlowOptions {
  readonly engine: Engine
  /** The wallet sent what nobody waited for any more. */
  readonly sentLate: () => void
}

export function createSendFlow({ engine, sentLate }: SendFlowOptions): SendFlow {
  const { ctx } = engine
  const { clock } = ctx
  const draft = createDraft(ctx)
  const progress = createMachine<SendProgress, ProgressEvent>({ at: 'idle' }, progressTransition)
  const holdings = createHoldings(engine, holder)
  const locale = () => ctx.config.locale
  const submitter = loadOnce(async () => (await import('../../engine/send/submitTransfer.ts')).submitTransfer)
  let attempt = 0
  let quoting = new AbortController()
  let waiting = new AbortController()
  let stopTimers = () => {}
  /** The wallet was asked for something that nobody waits for any more. */
  let isLate = false

  function holder(): Holder | undefined {
    const state = ctx.connections.getState()
    const active = state.active[state.activeNamespace]
    if (!active) return undefined
    const network = networkOf(state, ctx.config.networks, state.activeNamespace)
    return { caip10: toCaipAddress(network.caipNetworkId, addressOf(active.caip10)), network }
  }

  function conditions(alike: string | undefined): CheckOptions {
    const state = ctx.connections.getState()
    const network = networkOf(state, ctx.config.networks, state.activeNamespace)
    return { network, locale: locale(), supported: canSend(ctx), alike }
  }

  function quote(transfer: Transfer, signal: AbortSignal): Promise<TransferQuote> {
    return import('../../engine/send/quoteTransfer.ts').then(({ quoteTransfer }) =>
      quoteTransfer(ctx, { transfer, signal }),
    )
  }

  /** The transfer with all there is in it, less the fee; undefined when the fee is not known, or takes it all. */
  async function ofAll(token: Token, transfer: Transfer, signal: AbortSignal) {
    const { decimals, value: balance } = token.amount
    // What it costs hardly depends on how much it is; asking with everything would fail for want of the fee.
    const first = await quote({ ...transfer, amount: { value: balance / 2n || 1n, decimals } }, signal)
    const most = first.fee?.most.value
    if (most === undefined || most >= balance) return undefined
    return { ...transfer, amount: { value: balance - most, decimals } }
  }

  function askQuote() {
    // Fetched while the review is read: the press asks the wallet, not for code.
    submitter().catch(() => undefined)
    const state = progress.getState()
    if (state.at !== 'reviewing') return
    quoting.abort()
    quoting = new AbortController()
    const { signal } = quoting
    const { id, transfer, max } = state.review
    const { token } = draft.machine.getState()
    const isNative = transfer.asset.address === undefined
    const run = async () => {
      const exact = max && isNative && token ? await ofAll(token, transfer, signal) : undefined
      const known = await quote(exact ?? transfer, signal)
      // The fee may have moved between the two questions: what is left is still enough for it.
      return { transfer: exact ? lessFee(exact, known, token) : transfer, quote: known }
    }
    run().then(
      answer => {
        if (!signal.aborted) progress.dispatch({ type: 'quoted', id, ...answer })
      },
      () => {
        if (!signal.aborted) progress.dispatch({ type: 'quoteFailed', id })
      },
    )
  }

  function settle() {
    stopTimers()
    stopTimers = () => {}
  }

  function stopWaiting() {
    const state = progress.getState()
    if (state.at !== 'asking') return
    settle()
    progress.dispatch({ type: 'cancelled', attempt: state.attempt })
    waiting.abort()
    isLate = true
    // The wallet may still send what it was asked for: what is sent next is another transfer.
    draft.renew()
  }

  const offSent = ctx.facts.on('sent', () => {
    const isAsking = progress.getState().at === 'asking'
    // What the page itself sends is not from here.
    if (!isAsking && !isLate) return
    // SPEC §4: on success the draft resets.
    draft.reset()
    if (!isAsking) sentLate()
    isLate = false
  })

  return {
    draft,
    holdings,
    progress,
    holder,
    enter() {
      const stops = [holdings.watch(), holdings.machine.subscribe(({ tokens }) => draft.heldTokens(tokens))]
      draft.heldTokens(holdings.machine.getState().tokens)
      return () => {
        for (const stop of stops) stop()
      }
    },
    async takeMax() {
      const { token, receiver, owner } = draft.machine.getState()
      const here = holder()
      if (!token || !owner || !here) return false
      const { decimals } = token.amount
      const write = (value: bigint) => writeTypedAmount(toDecimalString({ value, decimals }), locale())
      if (token.address !== undefined) {
        draft.takeMax(write(token.amount.value))
        return true
      }
      // Without a receiver the way to oneself costs as much as the way to anybody who is no contract.
      const to = receiver.at === 'known' ? receiver.address : addressOf(owner)
      const transfer = { from: owner, network: here.network, to, asset: assetOf(token), amount: token.amount }
      const all = await ofAll(token, transfer, ctx.signal).catch(() => undefined)
      const now = draft.machine.getState()
      if (!all || now.token?.key !== token.key || now.owner !== owner) return false
      draft.takeMax(write(all.amount.value))
      return true
    },
    check: alike => checkDraft(draft.machine.getState(), conditions(alike)),
    review(alike) {
      const transfer = transferOfDraft(draft.machine.getState(), conditions(alike))
      stopWaiting()
      const { id, max, receiver } = draft.machine.getState()
      const name = receiver.at === 'known' ? receiver.name?.name : undefined
      progress.dispatch({
        type: 'reviewed',
        review: { id, transfer, max, ...(name !== undefined && { name }) },
      })
      askQuote()
    },
    send() {
      const before = progress.getState()
      // Pressed twice, it is one (T73).
      if (before.at !== 'reviewing' && before.at !== 'refused') return
      quoting.abort()
      waiting = new AbortController()
      const { signal } = waiting
      const { review, quote: known } = before
      const mine = ++attempt
      progress.dispatch({ type: 'asked', attempt: mine })
      const later = (how: 'slow' | 'silent', delay: number) =>
        clock.setTimeout(() => progress.dispatch({ type: 'waited', attempt: mine, waiting: how }), delay)
      const timers = [later('slow', limits.walletSlow), later('silent', limits.walletSilent)]
      stopTimers = () => {
        for (const cancel of timers) cancel()
      }
      const quote = typeof known === 'string' ? undefined : known
      const { id, transfer } = review
      submitter()
        .then(submit => submit(ctx, { id, transfer, quote, signal }))
        .then(
          result => {
            settle()
            progress.dispatch({ type: 'sent', attempt: mine, result })
          },
          (cause: unknown) => {
            settle()
            const error = isLatchkeyError(cause) ? cause : undefined
            if (error?.code === 'SEND_UNKNOWN') {
              const { id } = error.context
              draft.reset()
              progress.dispatch({
                type: 'unknown',
                attempt: mine,
                id: typeof id === 'string' ? id : undefined,
              })
            } else progress.dispatch({ type: 'refused', attempt: mine, failure: failureOf(error) })
          },
        )
    },
    cancel: stopWaiting,
    destroy() {
      offSent()
      quoting.abort()
      waiting.abort()
      settle()
      draft.destroy()
    },
  }
}

function lessFee(transfer: Transfer, { fee }: TransferQuote, token: Token | undefined): Transfer {
  if (!fee || !token) return transfer
  const value = token.amount.value - fee.most.value
  return value > 0n ? { ...transfer, amount: { ...transfer.amount, value } } : transfer
}

function assetOf({ address, symbol, amount }: Token): Transfer['asset'] {
  return { ...(address !== undefined && { address }), symbol, decimals: amount.decimals }
}

function failureOf(error: LatchkeyError | undefined): SendFailure {
  switch (error?.code) {
    case 'SEND_REJECTED':
      return 'rejected'
    case 'SEND_BUSY':
      return 'busy'
    case 'UNSUPPORTED_CHAIN':
      return 'unsupported'
    case 'CHUNK_FAILED':
      return 'offline'
    case 'INSUFFICIENT_FUNDS':
      return 'funds'
  }
  if (error?.context.reason === 'request-pending') return 'busy'
  return error?.kind === 'offline' || error?.kind === 'timeout' ? 'offline' : 'other'
}
