/** A review: what a transfer costs, the wallet that is asked, and what it answers (SPEC-NOTES §4 "Send"). */
import { isLatchkeyError, type LatchkeyError } from '../../../contract/error.ts'
import { limits } from '../../../contract/limits.ts'
import type { Transfer, TransferQuote } from '../../../contract/send.ts'
import { listen, notify } from '../../base/listeners.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import { oneOf } from '../../base/oneOf.ts'
import { pageSight } from '../../base/pageSight.ts'
import { wait } from '../../base/wait.ts'
import type { Engine } from '../../engine.ts'
import { activeAccount } from '../../nouns/accounts/activeAccount.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'
import { createSendFlow, type SendIntent } from './createSendFlow.ts'
import {
  isOpen,
  type ProgressEvent,
  progressTransition,
  type SendFailure,
  type SendProgress,
} from './progressTransition.ts'
import { quoteTransfer } from './quoteTransfer.ts'
import { submitTransfer } from './submitTransfer.ts'

export interface SendReview {
  readonly progress: Pick<Machine<SendProgress, ProgressEvent>, 'getState' | 'subscribe'>
  /** Looks at what the form, or the list of unsettled transfers, asked for; once. */
  begin(intent: SendIntent | undefined): void
  /** Asks the wallet; a second press changes nothing (T73). */
  send(): void
  /** Stops waiting for the wallet, which may send all the same. */
  cancel(): void
  /** Stops watching; a pending wallet request goes on. */
  leave(): void
  /** Subscribes to events of the review. Returns the stop. */
  onNews(listener: (news: ReviewNews) => void): () => void
}

/** `sent`: the wallet sent. `moved`: another account or network became active, and the review is over. */
export type ReviewNews = 'sent' | 'moved'

/** A price of so many milliseconds ago may be too little by now. */
const quoteLife = 30_000

/** The review of one engine's sending; it ends with it. */
export function createReview(engine: Pick<Engine, 'ctx' | 'tokens'>): SendReview {
  const { ctx } = engine
  const { clock } = ctx
  const flow = oneOf(engine, createSendFlow)
  const listeners = new Set<(news: ReviewNews) => void>()
  const { draft } = flow
  const sight = pageSight()
  const progress = createMachine<SendProgress, ProgressEvent>({ at: 'idle' }, progressTransition)
  let attempt = 0
  let quoting = new AbortController()
  let waiting = new AbortController()
  let settle = () => {}
  /** The transfer that the wallet was asked for in this attempt, by its id in the journal. */
  let asked: string | undefined
  /** A transfer that the visitor no longer waits for in the wallet: its id in the journal, and the id its draft goes on with. */
  let late: { readonly id: string | undefined; readonly draft: string } | undefined

  const isDraft = (id: string) => draft.machine.getState().id === id

  function askQuote() {
    const state = progress.getState()
    if (!isOpen(state)) return
    quoting.abort()
    quoting = new AbortController()
    const { signal } = quoting
    const { id, transfer, max } = state.review
    const { token } = draft.machine.getState()
    const isAll = max && transfer.asset.address === undefined
    quoteTransfer(ctx, { transfer, all: isAll, signal })
      .then(
        (quote): ProgressEvent => {
          return { type: 'quoted', id, transfer: isAll ? lessFee(transfer, quote, token) : transfer, quote }
        },
        (): ProgressEvent => ({ type: 'quoteFailed', id }),
      )
      .then(async event => {
        if (signal.aborted) return
        progress.dispatch(event)
        do await wait(clock, quoteLife, signal)
        while (!sight.isSeen() && !signal.aborted)
        if (!signal.aborted) askQuote()
      })
  }

  function cancel() {
    const state = progress.getState()
    if (state.at !== 'asking') return
    settle()
    progress.dispatch({ type: 'cancelled', attempt: state.attempt })
    waiting.abort()
    const { id } = state.review
    // The wallet may still send the transfer it was asked for: the next one is another transfer.
    const isOurs = isDraft(id)
    if (isOurs) draft.renew()
    late = { id: asked, draft: isOurs ? draft.machine.getState().id : id }
  }

  /** Leaves the review when another account or network becomes active: its transfer is not sent from there (T61). */
  function heed() {
    const state = progress.getState()
    if (!isOpen(state)) return
    const here = activeAccount(ctx)?.owner
    if (!here || here === state.review.transfer.from) return
    progress.dispatch({ type: 'left' })
    notify(listeners, 'moved')
  }

  const offMoves = ctx.connections.subscribe(heed)
  const offAsked = ctx.facts.on('sendAsked', ({ id }) => {
    if (progress.getState().at === 'asking') asked = id
  })
  const offSent = ctx.facts.on('sent', ({ id }) => {
    const state = progress.getState()
    const isAsked = state.at === 'asking' && id !== late?.id
    // One that no wallet was asked for was found on the chain, perhaps under the id of an earlier try.
    const isLate = !isAsked && (late?.id ?? id) === id
    const from = isAsked ? state.review.id : isLate ? late?.draft : undefined
    // What the page itself sends is not from here.
    if (from === undefined) return
    if (isLate) late = undefined
    // SPEC §4: on success the draft resets, and a second review of it; one that was begun since is another's.
    if (isDraft(from)) {
      draft.reset()
      if (isOpen(state)) progress.dispatch({ type: 'left' })
    }
    notify(listeners, 'sent')
  })

  ctx.signal.addEventListener('abort', () => {
    offMoves()
    offAsked()
    offSent()
    quoting.abort()
    waiting.abort()
    settle()
  })

  return {
    progress,
    begin(intent) {
      if (!flow.take(intent)) return
      const isFollowed = intent.type === 'follow'
      const state = progress.getState()
      if (isFollowed && state.at === 'asking' && state.review.id === intent.id) return
      cancel()
      if (isFollowed) {
        progress.dispatch({ ...intent, type: 'followed' })
        return
      }
      const { type: _, ...wanted } = intent
      progress.dispatch({ type: 'reviewed', review: { id: draft.machine.getState().id, ...wanted } })
      askQuote()
      // It may have moved since Review was pressed; a view is not left while it is entered.
      queueMicrotask(heed)
    },
    send() {
      heed()
      const before = progress.getState()
      // Pressed twice, it is one (T73).
      if (!isOpen(before)) return
      quoting.abort()
      waiting = new AbortController()
      const { signal } = waiting
      const { review, quote: known } = before
      const mine = ++attempt
      asked = undefined
      progress.dispatch({ type: 'asked', attempt: mine })
      const later = (how: 'slow' | 'silent', delay: number) =>
        clock.setTimeout(() => progress.dispatch({ type: 'waited', attempt: mine, waiting: how }), delay)
      const timers = [later('slow', limits.walletSlow), later('silent', limits.walletSilent)]
      settle = () => {
        for (const stop of timers) stop()
      }
      const quote = typeof known === 'string' ? undefined : known
      const { id, transfer } = review
      submitTransfer(ctx, { id, transfer, quote, signal }).then(
        result => {
          settle()
          progress.dispatch({ type: 'sent', attempt: mine, result })
        },
        (cause: unknown) => {
          settle()
          const error = isLatchkeyError(cause) ? cause : undefined
          if (error?.code === 'SEND_UNKNOWN') {
            if (isDraft(id)) draft.reset()
            // The journal's own, by `submitTransfer`.
            progress.dispatch({ type: 'unknown', attempt: mine, id: error.context.id as string | undefined })
          } else {
            progress.dispatch({ type: 'refused', attempt: mine, failure: failureOf(error) })
            // The quote from before the wallet was opened may be too low for another try.
            askQuote()
          }
        },
      )
    },
    cancel,
    leave: () => progress.dispatch({ type: 'left' }),
    onNews: listener => listen(listeners, listener),
  }
}

function lessFee(transfer: Transfer, { fee, most }: TransferQuote, token: Token | undefined): Transfer {
  if (most && most.value > 0n) return { ...transfer, amount: most }
  if (!fee || !token) return transfer
  const value = token.amount.value - fee.most.value
  return value > 0n ? { ...transfer, amount: { ...transfer.amount, value } } : transfer
}

/** By code, else by reason, which may be anybody's word. */
const failures: ReadonlyMap<unknown, SendFailure> = new Map<unknown, SendFailure>([
  ['SEND_REJECTED', 'rejected'],
  ['SEND_BUSY', 'busy'],
  ['UNSUPPORTED_CHAIN', 'unsupported'],
  ['INSUFFICIENT_FUNDS', 'funds'],
  ['request-pending', 'busy'],
  ['other-account', 'moved'],
  ['other-network', 'moved'],
  ['nodes-silent', 'offline'],
  ['WALLET_BAD_ANSWER', 'changed'],
  ['expired', 'expired'],
])

function failureOf(error: LatchkeyError | undefined): SendFailure {
  const known = error && (failures.get(error.code) ?? failures.get(error.context.reason))
  if (known) return known
  return error?.kind === 'offline' || error?.kind === 'timeout' ? 'offline' : 'other'
}
