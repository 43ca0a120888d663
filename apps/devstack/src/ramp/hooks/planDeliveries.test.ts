import { expect, test } from 'vitest'
import type { RampOrder, RampState } from '../orders/rampOrder.ts'
import { planDeliveries } from './planDeliveries.ts'

const plan = (state: RampState) =>
  planDeliveries({ id: 'order', transactionId: 'transaction', kind: 'BUY', state } as RampOrder, 1_000).map(
    ({ flaw, dueAt, body }) => [JSON.parse(body).payload.paymentTransactionStatus, flaw, dueAt - 1_000],
  )

test.each<[RampState, unknown]>([
  ['created', []],
  ['open', []],
  // Again, after the end.
  [
    'paid',
    [
      ['PENDING', null, 0],
      ['PENDING', null, 4_000],
    ],
  ],
  // Where a block takes the transaction soon, after the end.
  ['sending', [['SETTLING', null, 1_500]]],
  [
    'complete',
    [
      ['SETTLED', null, 0],
      ['SETTLED', null, 200],
      ['FAILED', 'signature', 100],
      ['SETTLED', 'stale', 300],
    ],
  ],
  ['declined', [['DECLINED', null, 0]]],
  ['refunded', [['REFUNDED', null, 0]]],
  ['expired', [['AUTHORIZATION_EXPIRED', null, 0]]],
])('an order that is %s', (state, expected) => {
  expect(plan(state)).toEqual(expected)
})
