import { randomUUID } from 'node:crypto'
import { meldEventTypes, meldStatuses, type RampOrder } from '../orders/rampOrder.ts'
import type { MeldEvent } from '../wire/rampWire.ts'

/** Something that the webhook gets. */
export interface RampDelivery {
  readonly orderId: string
  readonly eventId: string
  readonly body: string
  /** What is wrong with it on purpose: another's signature, or a time ten minutes ago. It is sent once, and its answer is noted. */
  readonly flaw: 'signature' | 'stale' | null
  /** Milliseconds since the epoch. */
  readonly dueAt: number
}

/** The account of every event and transaction. */
export const rampAccountId = 'sandbox'

/**
 * Plans what the webhook gets when an order comes to a state: its event, and for a receiver to stand, what it will meet: the event of sending comes
 * after the one that tells the end, that one comes twice, the payment's comes again seconds later, and beside the end go a forged failure and an old letter.
 */
export function planDeliveries(order: RampOrder, now: number): readonly RampDelivery[] {
  const { id: orderId, state } = order
  const event = writeEvent(order, state, now)
  if (event === undefined) return []
  const whole = { orderId, ...event, flaw: null }
  if (state === 'paid')
    return [
      { ...whole, dueAt: now },
      { ...whole, dueAt: now + 4_000 },
    ]
  if (state === 'sending') return [{ ...whole, dueAt: now + 1_500 }]
  if (state !== 'complete') return [{ ...whole, dueAt: now }]
  const forged = writeEvent(order, 'failed', now)
  return [
    { ...whole, dueAt: now },
    { ...whole, dueAt: now + 200 },
    ...(forged ? [{ orderId, ...forged, flaw: 'signature', dueAt: now + 100 } as const] : []),
    { ...whole, flaw: 'stale', dueAt: now + 300 },
  ]
}

function writeEvent(
  order: RampOrder,
  state: RampOrder['state'],
  now: number,
): Pick<RampDelivery, 'eventId' | 'body'> | undefined {
  const eventType = meldEventTypes[state]
  if (eventType === undefined) return undefined
  const eventId = randomUUID()
  const event: MeldEvent = {
    eventType,
    eventId,
    timestamp: new Date(now).toISOString(),
    accountId: rampAccountId,
    version: '2023-12-19',
    payload: {
      requestId: randomUUID(),
      accountId: rampAccountId,
      paymentTransactionId: order.transactionId,
      sessionId: order.id,
      customerId: order.customerId,
      externalCustomerId: order.externalCustomerId,
      externalSessionId: order.externalSessionId,
      paymentTransactionStatus: meldStatuses[state],
      transactionType: order.kind === 'BUY' ? 'CRYPTO_PURCHASE' : 'CRYPTO_TRANSFER',
    },
  }
  return { eventId, body: JSON.stringify(event) }
}
