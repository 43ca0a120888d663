/** Paying a merchant: what for, with what, and what became of it (SPEC-NOTES §4 "Exchange and payments"; reference money §4.2; T135). */
import { createError } from '../../../contract/errors/createError.ts'
import type { JournalEntry, PaymentEntry } from '../../../contract/journal.ts'
import type { PaymentReceipt, WirePayment } from '../../../contract/payments.ts'
import { listen, notify } from '../../base/listeners.ts'
import { createMachine } from '../../base/machine.ts'
import { oneOf } from '../../base/oneOf.ts'
import { pageSight } from '../../base/pageSight.ts'
import { poll } from '../../base/poll.ts'
import type { Engine } from '../../engine.ts'
import { createAllowances } from '../../nouns/swaps/createAllowances.ts'
import { checkPay, type Wish } from './checkPay.ts'
import { codeOfWay } from './codeOfWay.ts'
import { createPayReview, isOwn } from './createPayReview.ts'
import { createPayWays } from './createPayWays.ts'
import { failureOf } from './failureOf.ts'
import { isOver, outcomeOf, readReceipt } from './followPayment.ts'
import { hasOrder, ownEntry } from './ownEntry.ts'
import type { PayFailure, PayFlow, PayOptions, PayState, PayWay, ShownPayment } from './payFlow.ts'
import { payResult } from './payResult.ts'
import { type PayEvent, payTransition } from './payTransition.ts'
import { readAgain, readPayment, shownOf } from './readPayment.ts'

/** Milliseconds between two questions about a payment: while it is looked for, and while a way is chosen. */
const lookGap = 3_000
const idleGap = 15_000

/** The paying of one engine; it ends with it. A chunk of its own, by `engine.paying()`. */
export function createPayFlow(
  engine: Pick<Engine, 'ctx' | 'tokens' | 'funding' | 'switchNetwork'>,
  sight = pageSight(),
): PayFlow {
  const { ctx } = engine
  const machine = createMachine<PayState, PayEvent>({ at: 'loading' }, payTransition)
  const ways = createPayWays(engine, showWays)
  const wakers = new Set<() => void>()
  let life = new AbortController()
  let options: PayOptions | undefined
  let wish: Wish | undefined
  let shown: ShownPayment | undefined
  let readAt = 0
  /** Our own try, as the journal has it. */
  let entry: PaymentEntry | undefined
  /** A try that the visitor does not wait for any more: it is taken up again only once it was sent. */
  let left: string | undefined
  let receipt: PaymentReceipt | undefined
  /** The way that was chosen last. */
  let taken: PayWay | undefined
  let stopJournal = () => {}
  let orders: () => readonly JournalEntry[] = () => []

  const review = createPayReview(engine, {
    machine,
    ways,
    shown: () => shown,
    check,
    sent(id) {
      left = undefined
      void ctx.journal().then(journal => {
        const all = journal.machine.getState()
        const own = all.find(each => each.id === id)
        entry = own?.kind === 'payment' ? own : entry
        if (!tell()) machine.dispatch({ type: 'done', shown: shown as ShownPayment, state: 'unknown' })
      })
    },
  })

  const verified = () => shown?.verified === true
  const isAsking = () => {
    const { at } = machine.getState()
    return at === 'asking' || at === 'sending'
  }

  function showWays(): void {
    if (!shown || machine.getState().at !== 'choosing') return
    const { currency, ...known } = ways.known()
    if (shown.currency !== currency) shown = { ...shown, currency }
    machine.dispatch({ type: 'ways', shown, ...known })
  }

  function choosing(failure?: PayFailure): void {
    review.stop()
    if (!shown) return
    const { currency, ...known } = ways.known()
    shown = { ...shown, currency }
    machine.dispatch({ type: 'choosing', shown, ...known, ...(failure && { failure }) })
  }

  function restart(next: PayOptions): AbortSignal {
    life.abort()
    life = new AbortController()
    review.stop()
    stopJournal()
    options = next
    wish = undefined
    shown = undefined
    entry = undefined
    left = undefined
    receipt = undefined
    taken = undefined
    machine.dispatch({ type: 'began' })
    return life.signal
  }

  async function load(signal: AbortSignal): Promise<void> {
    try {
      if (!wish) throw createError('PAYMENT_INVALID')
      const read = await readPayment(ctx, wish, signal)
      const journal = await ctx.journal()
      const entries = await journal.refresh()
      if (signal.aborted) return
      orders = journal.machine.getState
      shown = read
      readAt = ctx.clock.now()
      entry = ownEntry(entries, { shown })
      stopJournal()
      const stops = [journal.machine.subscribe(heed), journal.watch()]
      stopJournal = () => {
        for (const stop of stops.splice(0)) stop()
      }
      ways.look(read)
      if (!tell()) choosing()
      wake()
    } catch (cause) {
      if (!signal.aborted) machine.dispatch({ type: 'failed', failure: failureOf(cause) })
    }
  }

  /** What the journal says of our own tries, in whichever tab they were made. */
  function heed(entries: readonly JournalEntry[]): void {
    if (!shown) return
    const known = entries.find(each => each.id === entry?.id)
    const mine = known?.kind === 'payment' && known.status !== 'rejected' ? known : undefined
    const other = ownEntry(entries, { shown })
    const isLeft = other?.id === left && (other?.status === 'asked' || other?.status === 'unknown')
    entry = mine ?? (isLeft ? undefined : other)
    if (isAsking()) return
    if (!tell() && machine.getState().at === 'done') choosing()
    wake()
  }

  /** Shows what became of it. False while nothing was begun that could. */
  function tell(): boolean {
    const outcome = outcomeOf(shown?.payment, entry)
    if (!outcome || !shown) return false
    const before = machine.getState()
    if (before.at !== 'done') review.stop()
    const { payment } = shown
    const failure = outcome.state === 'failed' ? { failure: 'other' as const } : {}
    machine.dispatch({
      ...{ type: 'done', shown, ...outcome, ...failure },
      ...(receipt && { receipt }),
      ...(taken && { way: taken }),
    })
    if (payment && receipt?.receipt.state !== payment.state) void fetchReceipt(payment, life.signal)
    return true
  }

  async function fetchReceipt(payment: WirePayment, signal: AbortSignal): Promise<void> {
    const read = await readReceipt(ctx, payment, signal)
    if (!read || signal.aborted || shown?.payment?.state !== payment.state) return
    receipt = read
    const state = machine.getState()
    if (state.at === 'done') machine.dispatch({ ...state, type: 'done', receipt: read })
  }

  /** Takes up what the services say now. @throws LatchkeyError PAYMENT_UNSAFE, PAYMENT_UNAVAILABLE. */
  async function readNow(signal: AbortSignal): Promise<void> {
    const known = shown?.payment
    if (!known) return
    const payment = await readAgain(ctx, known, signal)
    if (signal.aborted || !shown) return
    const { currency } = shown
    shown = { ...shownOf(payment), ...(currency !== undefined && { currency }) }
  }

  /** Before each step with the wallet: paid meanwhile, or expired, it is said instead of asked. */
  async function check(): Promise<void> {
    const { signal } = life
    await readNow(signal)
    if (!outcomeOf(shown?.payment, undefined)) return
    tell()
    throw createError('MODAL_CLOSED')
  }

  async function look(): Promise<void> {
    if (ctx.clock.now() < dueAt()) return
    const { signal } = life
    readAt = ctx.clock.now()
    try {
      await readNow(signal)
      if (signal.aborted || isAsking()) return
      if (!tell()) showWays()
    } catch (cause) {
      // What is shown stands while the services do not answer.
      if (signal.aborted || isAsking() || failureOf(cause) !== 'unsafe') return
      review.stop()
      machine.dispatch({ type: 'failed', failure: 'unsafe' })
    }
  }

  function dueAt(): number {
    const state = machine.getState()
    if (!verified() || state.at === 'failed' || state.at === 'loading') return Number.POSITIVE_INFINITY
    if (state.at === 'done' && isOver(state, true)) return Number.POSITIVE_INFINITY
    return readAt + (state.at === 'watching' || state.at === 'done' ? lookGap : idleGap)
  }

  const wake = () => notify(wakers, undefined)

  async function choose(way: PayWay): Promise<void> {
    if (!shown) return
    taken = way
    if (isOwn(way)) return review.prepare(way)
    if (way.kind === 'exchange' || way.kind === 'qr') machine.dispatch({ type: 'watching', shown, way })
    if (way.kind === 'qr') {
      const uri = await codeOfWay(ctx, way.accepted, shown).catch(() => undefined)
      const now = machine.getState()
      if (now.at !== 'watching' || now.way !== way) return
      if (uri === undefined) choosing('other')
      else machine.dispatch({ ...now, type: 'watching', uri })
    } else if (way.kind === 'network')
      await engine.switchNetwork({ caipNetworkId: way.caipNetworkId, signal: life.signal }).catch(cause => {
        if (machine.getState().at === 'choosing') choosing(failureOf(cause))
      })
    wake()
  }

  const off = ctx.connections.subscribe(() => {
    if (review.moved()) choosing('moved')
  })
  ctx.signal.addEventListener('abort', () => {
    off()
    life.abort()
    review.stop()
    stopJournal()
  })

  return {
    state: machine,
    allowances: oneOf(engine, createAllowances),
    async begin(next) {
      if (options && next === options && machine.getState().at !== 'failed') return
      if (options && isAsking() && JSON.stringify(next) === JSON.stringify(options)) {
        options = next
        return
      }
      const signal = restart(next)
      try {
        wish = await checkPay(ctx, next)
      } catch (cause) {
        if (!signal.aborted) machine.dispatch({ type: 'failed', failure: failureOf(cause) })
        throw cause
      }
      if (!signal.aborted) await load(signal)
    },
    enter() {
      const again = { subscribe: (changed: () => void) => listen(wakers, changed) }
      const { clock, signal, isInPage } = ctx
      const stops = [
        ways.watch(),
        poll({ clock, signal, isInPage, connections: again }, { sight, refresh: look, dueAt }),
      ]
      showWays()
      return () => {
        for (const stop of stops.splice(0)) stop()
      }
    },
    choose(key) {
      const state = machine.getState()
      const way = state.at === 'choosing' ? state.ways.find(each => each.key === key) : undefined
      if (way) void choose(way)
    },
    back() {
      const state = machine.getState()
      if (state.at === 'loading' || state.at === 'failed' || state.at === 'choosing') return
      if (state.at === 'done' && state.state !== 'failed' && state.state !== 'unknown') return
      left = entry?.id
      entry = undefined
      choosing()
      wake()
    },
    pay: () => review.pay(),
    retry() {
      const state = machine.getState()
      if (state.at === 'failed' && wish) {
        machine.dispatch({ type: 'began' })
        void load(life.signal)
      } else if (state.at === 'reviewing' && isOwn(state.way)) void review.prepare(state.way)
      else if (state.at === 'done' && (state.state === 'failed' || state.state === 'unknown')) {
        left = entry?.id
        entry = undefined
        choosing()
      }
    },
    result: () => payResult(machine.getState(), idOf(options), hasOrder(orders(), idOf(options))),
  }
}

function idOf(options: PayOptions | undefined): string | undefined {
  return options && 'paymentId' in options ? options.paymentId : undefined
}
