import { expect, test } from 'vitest'
import type { JournalEntry } from '../../../contract/journal.ts'
import { calls, everyKind, order, payment, swap, transfer } from './fixtures/entries.ts'
import { isSameEntry } from './isSameEntry.ts'

const other = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const anew = { id: 'anew', at: 1 }
const { paymentId: _, ...unnamed } = payment

test.each<[string, JournalEntry, Record<string, unknown>]>([
  ['a transfer', transfer, { status: 'unknown' }],
  ['calls', calls, { status: 'asked', nonce: '8', list: { ...calls.list, id: 'anew' } }],
  [
    'a swap that another provider quotes, for a little less',
    swap,
    { provider: 'lifi', quoteId: 'b', in: { ...swap.in, amount: '0.9' } },
  ],
  [
    'a swap for the same amount that arrives, which costs a little more',
    { ...swap, exact: 'out' },
    { exact: 'out', out: { ...swap.out, amount: '2002' } },
  ],
  ['a payment that a server made, paid with something else', payment, { out: swap.out }],
  ['a payment that the page alone asks for', unnamed as JournalEntry, { expiresAt: 2 }],
  ['an order', order, { state: 'paid' }],
])('T73 the same is %s', (_what, entry, more) => {
  expect(isSameEntry(entry, { ...entry, ...anew, ...more } as JournalEntry)).toBe(true)
})

test.each<[string, JournalEntry, Record<string, unknown>]>([
  ['a transfer to another', transfer, { to: other }],
  ['a transfer of more', transfer, { amount: '2' }],
  ['a transfer of another token', transfer, { asset: { ...transfer.asset, address: other } }],
  ['a transfer on another network', transfer, { caipNetworkId: 'eip155:5' }],
  ['a transfer of another account', transfer, { from: `eip155:1:${transfer.to}` }],
  ['other calls', calls, { digest: 'c'.repeat(64) }],
  ['the same call in another list', calls, { list: { ...calls.list, digest: 'c'.repeat(64) } }],
  ['the same call later in its list', calls, { list: { ...calls.list, at: 0 } }],
  ['the same call by itself', calls, { list: undefined }],
  ['a swap of more', swap, { out: { ...swap.out, amount: '2001' } }],
  ['a swap for more that arrives', { ...swap, exact: 'out' }, { in: { ...swap.in, amount: '2' } }],
  ['a swap whose other amount was asked for', swap, { exact: 'out' }],
  ['a swap for another token', swap, { in: swap.out }],
  ['a swap to another network', swap, { toNetworkId: undefined }],
  ['a swap to another recipient', swap, { recipient: undefined }],
  ['another payment', payment, { paymentId: 'pay_2' }],
  ['the same amount, asked for by the page alone', payment, { paymentId: undefined }],
  ['another amount, asked for by the page alone', unnamed as JournalEntry, { in: payment.out }],
  ['another order', order, { orderId: 'ord_2' }],
])('not the same is %s', (_what, entry, more) => {
  expect(isSameEntry(entry, { ...entry, ...more } as JournalEntry)).toBe(false)
})

test('not the same are two kinds', () => {
  for (const one of everyKind) for (const two of everyKind) expect(isSameEntry(one, two)).toBe(one === two)
})
