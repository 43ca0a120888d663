import { type CompiledQuery, sql } from 'kysely'
import type { PaymentEvent, PaymentState } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import { isStoreError } from '../../core/store/storeError.ts'
import { composeEvent, hasWebhook } from './composeEvent.ts'
import type { Payment } from './payment.ts'
import { readPayment } from './readPayment.ts'

/** What becomes of a payment, decided from what was read of it. */
export interface PaymentChange {
  readonly state: PaymentState
  readonly dueAt: number | null
  /** Written with it, or not at all. */
  readonly queries: readonly CompiledQuery[]
  /** The payment as it is then, for messages to the host. */
  readonly after: Payment
  readonly events: readonly PaymentEvent['type'][]
}

/** Times that a payment is read anew because another process changed it meanwhile. */
const mostTries = 10

/**
 * Changes a payment by what was read of it, and does it again where another process changed it in between: its version is
 * the condition, and the whole batch is refused with it.
 */
export async function writePayment(
  deps: { readonly store: Store; readonly now: () => number },
  id: string,
  decide: (payment: Payment) => Promise<PaymentChange | undefined>,
): Promise<Payment | undefined> {
  const { store, now } = deps
  for (let tries = 1; ; tries++) {
    const payment = await readPayment(store, id)
    if (payment === undefined) return undefined
    const change = await decide(payment)
    if (change === undefined) return payment
    const version = payment.version + 1
    const after = { ...change.after, state: change.state, dueAt: change.dueAt, version }
    const tells = change.events.length > 0 && (await hasWebhook(store, payment.project))
    try {
      await store.write([
        store.compose
          .updateTable('payments')
          .set({
            is_stale: sql<number>`CASE WHEN version = ${payment.version} THEN 0 ELSE 1 END`,
            version,
            state: change.state,
            due_at: change.dueAt,
          })
          .where('id', '=', id)
          .compile(),
        ...change.queries,
        ...(tells
          ? change.events.map((type, place) =>
              composeEvent(store, { type, payment: after, place, now: now() }),
            )
          : []),
      ])
      return after
    } catch (error) {
      if (!isStoreError(error, 'constraint') || tries === mostTries) throw error
    }
  }
}
