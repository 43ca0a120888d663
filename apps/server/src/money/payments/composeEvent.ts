import { randomBytes } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { PaymentEvent } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import type { Payment } from './payment.ts'
import { toOwnPayment } from './toWirePayment.ts'

/** Messages of one change. */
const mostOfOne = 100

/** Queues a message for a project's webhook; it goes into the batch that changes the payment, so neither is without the other. */
export function composeEvent(
  store: Pick<Store, 'compose'>,
  event: {
    readonly type: PaymentEvent['type']
    readonly payment: Payment
    /** Among the messages of one change. */
    readonly place: number
    readonly now: number
  },
): CompiledQuery {
  const { type, payment, place, now } = event
  const body: PaymentEvent = {
    type,
    timestamp: new Date(now).toISOString(),
    data: { payment: toOwnPayment(payment, now) },
  }
  return store.compose
    .insertInto('webhook_deliveries')
    .values({
      id: `msg_${randomBytes(16).toString('base64url')}`,
      project_id: payment.project,
      payment_id: payment.id,
      version: payment.version * mostOfOne + place,
      type,
      body: JSON.stringify(body),
      state: 'waiting',
      attempts: '[]',
      tries: 0,
      since: now,
      next_at: now,
      claim: null,
      claimed_until: 0,
      created_at: now,
    })
    .compile()
}

/** Whether a project has a webhook: without one nothing is queued. */
export async function hasWebhook(store: Pick<Store, 'db'>, project: string): Promise<boolean> {
  const row = await store.db
    .selectFrom('project_webhooks')
    .select('project_id')
    .where('project_id', '=', project)
    .executeTakeFirst()
  return row !== undefined
}
