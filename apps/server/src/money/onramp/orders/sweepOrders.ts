import { repeat } from '../../../core/scale/repeat.ts'
import type { Term } from '../../../core/scale/shared.ts'
import type { Store } from '../../../core/store/store.ts'
import type { OnRampProvider } from '../onRampProvider.ts'
import type { Orders } from './createOrders.ts'
import type { OrderWatch } from './createOrderWatch.ts'

const day = 86_400_000
/** Milliseconds between two rounds. */
const pause = 2_000
/** Orders of one provider in a round. */
const mostDue = 200
/** Milliseconds for which orders are stored from their last change on, and events from their arrival on. */
const orderLifetime = 400 * day
const eventLifetime = 35 * day

interface SweepDeps {
  readonly store: Store
  readonly orders: Orders
  readonly watch: OrderWatch
  readonly providers: readonly OnRampProvider[]
  readonly now: () => number
}

/** The work of whichever process leads: looks at orders that are due, each provider's apart from the others', and deletes old ones. */
export async function sweepOrders(deps: SweepDeps, term: Term): Promise<void> {
  let cleaned = Number.NEGATIVE_INFINITY
  await repeat(term, pause, async () => {
    await lookAtDue(deps)
    if (deps.now() - cleaned < 3_600_000) return
    cleaned = deps.now()
    await deleteOld(deps, term.fence)
  })
}

/** Has every order that is due looked at. */
export async function lookAtDue({ orders, watch, providers }: SweepDeps): Promise<void> {
  for (const { id } of providers)
    for (const order of await orders.due(id, mostDue)) if (!watch.enqueue(id, order)) break
}

/** Deletes what is stored no longer: pages that have ended, orders that were never opened or are old, events, and receivers without orders. */
export async function deleteOld(
  { store, now }: Pick<SweepDeps, 'store' | 'now'>,
  fence: Term['fence'] = [],
): Promise<void> {
  const { compose, write } = store
  const at = now()
  await write([
    ...fence,
    compose
      .updateTable('money_orders')
      .set({ url: null })
      .where('url', 'is not', null)
      .where('url_ends_at', '<', at)
      .compile(),
    compose
      .deleteFrom('money_orders')
      .where('url_ends_at', '=', 0)
      .where('created_at', '<', at - day)
      .compile(),
    compose
      .deleteFrom('money_orders')
      .where('updated_at', '<', at - orderLifetime)
      .compile(),
    compose
      .deleteFrom('order_events')
      .where('received_at', '<', at - eventLifetime)
      .compile(),
    compose
      .deleteFrom('order_customers')
      .where('customer', 'not in', eb => eb.selectFrom('money_orders').select('customer'))
      .compile(),
  ])
}
