/** Orders at on-ramps and exchanges, followed by the services' word; shared by tabs through the journal (T71, T73, F26). */
import { parseAmount, toDecimalString } from '../../../contract/amount.ts'
import { addressOf, namespaceOf } from '../../../contract/caip.ts'
import { parseCaipAsset } from '../../../contract/caip19.ts'
import { getExchangeOrder } from '../../../contract/exchange.ts'
import type { JournalEntry, OrderEntry } from '../../../contract/journal.ts'
import { isSameId } from '../../../contract/namespaceFacts.ts'
import { getOnRampOrder } from '../../../contract/onramp.ts'
import type { WireOrder } from '../../../contract/orders.ts'
import { deriveMachine } from '../../base/deriveMachine.ts'
import { factsOf } from '../../base/factsOf.ts'
import { createMachine } from '../../base/machine.ts'
import { type PageSight, pageSight } from '../../base/pageSight.ts'
import { poll } from '../../base/poll.ts'
import type { Engine } from '../../engine.ts'
import { activeAccount } from '../accounts/activeAccount.ts'
import type { Journal } from '../journal/journal.ts'
import { applyOrder, isOpenOrder } from './applyOrder.ts'
import { awaitsOrders } from './awaitsOrders.ts'
import type { Orders, ShownOrder } from './orders.ts'
import { readHeld } from './readHeld.ts'

/** Milliseconds between two questions, by the age of the order. */
const gaps: readonly (readonly [age: number, gap: number])[] = [
  [600_000, 5_000],
  [3_600_000, 15_000],
  [86_400_000, 60_000],
  [Number.POSITIVE_INFINITY, 600_000],
]

/** What was answered, by the entry's id. */
type Answers = Readonly<Record<string, { readonly told?: WireOrder; readonly stale: boolean }>>

/** Opens the orders of one engine over its journal; a chunk of its own, by `engine.orders()`. */
export function createOrders(
  engine: Pick<Engine, 'ctx' | 'tokens' | 'refreshBalance'>,
  journal: Journal,
  sight: PageSight = pageSight(),
): Orders {
  const { ctx } = engine
  const { clock } = ctx
  const answers = createMachine<Answers, Answers>({}, (_, next) => next)
  const due = new Map<string, number>()
  let watchers = 0
  let stop = () => {}

  const list = deriveMachine([journal.machine, answers, ctx.connections], compose)

  function compose(): readonly ShownOrder[] {
    const here = activeAccount(ctx)
    if (!here) return []
    const spelling = factsOf(ctx.config, here.namespace).addresses
    const known = answers.getState()
    return journal.machine.getState().flatMap(entry => {
      if (entry.kind !== 'order' || namespaceOf(entry.from) !== here.namespace) return []
      if (!isSameId(addressOf(entry.from), here.address, spelling)) return []
      const credited = creditOf(entry)
      return { entry, stale: false, ...known[entry.id], ...(credited && { credited }) }
    })
  }

  const open = () => journal.machine.getState().filter(isFollowed)
  const isFollowed = (entry: JournalEntry): entry is OrderEntry =>
    entry.kind === 'order' && isOpenOrder(entry, clock.now())

  let awaited: boolean | undefined
  /** For the next document, which loads none of this where nothing is awaited. */
  function note(): void {
    const awaits = open().length > 0
    if (awaits !== awaited) void ctx.storage.write(awaitsOrders, awaits)
    awaited = awaits
  }
  ctx.signal.addEventListener('abort', journal.machine.subscribe(note))
  // What another tab ended is no change here.
  void journal.refresh().then(note, () => undefined)

  async function ask(entry: OrderEntry): Promise<void> {
    const age = clock.now() - entry.at
    due.set(entry.id, clock.now() + (gaps.find(([until]) => age < until)?.[1] ?? 0))
    const note = (answer: Answers[string]) => {
      if (!ctx.signal.aborted) answers.dispatch({ ...answers.getState(), [entry.id]: answer })
    }
    try {
      const api = await ctx.api()
      const values = { params: { order: entry.orderId }, signal: ctx.signal }
      const { order } = await (entry.via === 'onramp'
        ? api.call(getOnRampOrder, values)
        : api.call(getExchangeOrder, values))
      if (!isAbout(order, entry)) return note({ stale: true })
      note({ told: order, stale: false })
      const now = await journal.change(entry.id, known =>
        known?.kind === 'order' ? applyOrder(known, order) : known,
      )
      if (now?.kind !== 'order') return
      if (now.state === 'confirmed' && entry.state !== 'confirmed') arrived(now)
      else if (now.state === 'sent' && now.hash === undefined) await lookAtBalance(now)
    } catch {
      // What is known stands, and the view says that it is older.
      const before = answers.getState()[entry.id]
      note({ ...before, stale: true })
    }
  }

  /** Whether an answer is about the order that was made, and about nothing else (T71). */
  function isAbout(order: WireOrder, entry: OrderEntry): boolean {
    const spelling = factsOf(ctx.config, namespaceOf(entry.from)).addresses
    return (
      order.id === entry.orderId &&
      order.kind === entry.via &&
      parseCaipAsset(order.asset)?.network === entry.caipNetworkId &&
      isSameId(order.recipient, entry.recipient ?? addressOf(entry.from), spelling)
    )
  }

  /** Where the provider gives no transaction, a balance that grew by nearly as much is all there is to see. */
  async function lookAtBalance(entry: OrderEntry): Promise<void> {
    const { before, in: expected } = entry
    if (before === undefined || expected.amount === undefined || entry.recipient !== undefined) return
    const held = await readHeld(engine, { owner: entry.from, asset: expected.asset })
    if (held === undefined) return
    const { decimals } = expected.asset
    const grew = held - BigInt(before)
    const least = (parseAmount(expected.amount, decimals).value * 9n) / 10n
    if (grew <= 0n || grew < least) return
    const amount = toDecimalString({ value: grew, decimals })
    await journal.change(entry.id, now =>
      now?.kind === 'order' && now.state === 'sent' && now.hash === undefined
        ? { ...now, grew: amount }
        : now,
    )
    arrived(entry)
  }

  function arrived({ from }: OrderEntry): void {
    void engine.refreshBalance(namespaceOf(from)).catch(() => undefined)
    void engine.tokens().then(
      tokens => tokens.refresh({ force: true }),
      () => undefined,
    )
  }

  async function refresh(force = false): Promise<void> {
    await journal.refresh()
    const now = clock.now()
    await Promise.all(open().flatMap(entry => (force || now >= (due.get(entry.id) ?? 0) ? ask(entry) : [])))
  }

  const dueAt = () => Math.min(...open().map(({ id }) => due.get(id) ?? 0))

  return {
    list,
    refresh: () => refresh(true),
    follow() {
      watchers++
      if (watchers === 1) {
        const { signal, isInPage } = ctx
        // A new order, or one that another tab made, is followed at once.
        const connections = { subscribe: (changed: () => void) => journal.machine.subscribe(changed) }
        stop = poll({ clock, signal, isInPage, connections }, { sight, refresh: () => refresh(), dueAt })
      }
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        watchers--
        if (watchers === 0) stop()
      }
    },
  }
}

/** Credited by the services' word of a receipt, or by a balance that grew. */
function creditOf({ state, grew }: OrderEntry): ShownOrder['credited'] {
  if (state === 'confirmed') return 'receipt'
  return grew === undefined ? undefined : 'balance'
}
