import { describe, expect, test } from 'vitest'
import type { ApprovalEntry, OrderEntry, OrderState, PaymentEntry } from '../../../contract/journal.ts'
import {
  friend,
  fungible,
  hashOf,
  myAccount,
  noon,
  received,
  router,
  transaction,
  usdc,
} from '../../../widget/fixtures/fakeTransactions.ts'
import { composeOwn } from './fixtures/composeOwn.ts'

const usd = { symbol: 'USDC', address: usdc, decimals: 6 }
const dollars = (amount: string) => ({ asset: usd, amount })
const base = { from: myAccount, caipNetworkId: 'eip155:1', at: noon } as const

const order = (more: Partial<OrderEntry> = {}): OrderEntry => ({
  ...base,
  kind: 'order',
  id: 'order',
  via: 'exchange',
  provider: 'sandbox',
  providerName: 'Sandbox Exchange',
  orderId: 'ord_0123456789abcdef',
  in: dollars('25'),
  state: 'open',
  expiresAt: noon + 60_000,
  ...more,
})
const payment = (more: Partial<PaymentEntry> = {}): PaymentEntry => ({
  ...base,
  kind: 'payment',
  id: 'payment',
  paymentId: 'pay_0123456789abcdef',
  recipient: friend,
  out: dollars('19.99'),
  status: 'pending',
  hash: hashOf(7),
  ...more,
})
/** `confirmed fund +25 USDC`, with `≈` or `≤` for a bound. */
const words = (entries: ReturnType<typeof composeOwn>) =>
  entries.map(({ kind, status, legs }) => {
    const parts = legs.map(({ direction, amount, asset, bound }) => {
      const sign = { in: '+', out: '-', self: '' }[direction]
      return `${sign}${bound ? { atLeast: '≥', atMost: '≤', about: '≈' }[bound] : ''}${amount ?? '?'} ${asset.symbol}`
    })
    return [status, kind, ...parts].join(' ')
  })

describe('F26 an order says what is known of it', () => {
  test.each<[OrderState, readonly string[]]>([
    ['open', ['pending fund +≈25 USDC']],
    ['paid', ['pending fund +≈25 USDC']],
    ['sent', ['pending fund +≈25 USDC']],
    ['confirmed', ['confirmed fund +25 USDC']],
    ['failed', ['failed fund 25 USDC']],
    ['refunded', ['failed fund 25 USDC']],
    ['lost_sight', ['unknown fund +≈25 USDC']],
    // Nothing was paid, and nothing moved.
    ['expired', []],
  ])('%s', (state, expected) => {
    expect(words(composeOwn([], [order({ state })]))).toEqual(expected)
  })

  test.each<[string, Partial<OrderEntry>, string]>([
    ['that buys', { via: 'onramp' }, 'pending buy +≈25 USDC'],
    ['that pays somebody is none of the account’s own', { recipient: friend }, 'pending pay 25 USDC'],
    ['that is over once the balance grew', { state: 'sent', grew: '24.8' }, 'confirmed fund +24.8 USDC'],
    ['whose page asks how much', { in: { asset: usd } }, 'pending fund +? USDC'],
  ])('one %s', (_, more, expected) => {
    expect(words(composeOwn([], [order(more)]))).toEqual([expected])
  })

  test('a name that cannot be shown is left out (T67)', () => {
    const [entry] = composeOwn([], [order({ providerName: '\u202e\u200b' })])
    expect(entry?.order).toEqual({ id: 'order', via: 'exchange', state: 'open' })
  })
})

describe('an order and the history’s entry of its hash', () => {
  const brings = received(5, [fungible('in', '24.5', usd)])
  const sent = order({ state: 'confirmed', hash: hashOf(5) })

  test('are one, which says what arrived', () => {
    const entries = composeOwn([brings], [sent])
    expect(words(entries)).toEqual(['confirmed fund +24.5 USDC'])
    expect(entries[0]?.order).toMatchObject({ provider: 'Sandbox Exchange' })
  })

  test('is not hidden, however little it is', () => {
    const [entry] = composeOwn([received(5, [fungible('in', '0.000001', usd)])], [sent])
    expect(entry).toMatchObject({ kind: 'fund', hidden: false, marks: [] })
  })

  test.each([
    ['brings another token', received(5, [fungible('in', '1')])],
    ['brings nothing', transaction(5, 'send', [fungible('out', '24.5', usd)])],
    [
      'failed',
      transaction(5, 'receive', [fungible('in', '24.5', usd)], {
        sentFrom: friend,
        nonce: null,
        status: 'failed',
      }),
    ],
  ])('are two where the transaction %s: the hash is the provider’s word', (_, theirs) => {
    const entries = composeOwn([theirs], [sent])
    expect(entries).toHaveLength(2)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(2)
    expect(entries.find(({ id }) => id === 'order')?.kind).toBe('fund')
  })
})

describe('a payment', () => {
  test.each<[string, Partial<PaymentEntry>, readonly string[]]>([
    ['is what left the account', {}, ['pending pay -19.99 USDC']],
    [
      'by a swap leaves at most what was agreed',
      { out: { asset: { symbol: 'ETH', decimals: 18 }, amount: '0.01' }, in: dollars('19.99') },
      ['pending pay -≤0.01 ETH'],
    ],
    ['that was refused is no activity', { status: 'rejected' }, []],
    ['that may have been sent', { status: 'unknown' }, ['unknown pay -19.99 USDC']],
  ])('%s', (_, more, expected) => {
    expect(words(composeOwn([], [payment(more)]))).toEqual(expected)
  })

  test('and the history’s entry of its hash are one, with whom it paid', () => {
    const mined = transaction(7, 'trade', [fungible('out', '0.0099')], { sentTo: router })
    const [entry, ...more] = composeOwn([mined], [payment({ status: 'confirmed', in: dollars('19.99') })])
    expect(more).toEqual([])
    expect(words(entry ? [entry] : [])).toEqual(['confirmed pay -0.0099 ETH'])
    expect(entry?.counterparty).toBe(friend)
  })

  test('and its approval in the same batch are one', () => {
    const approval: ApprovalEntry = {
      ...base,
      ...dollars('20'),
      kind: 'approval',
      id: 'approval',
      spender: router,
      for: 'payment',
      status: 'pending',
      batchId: 'batch',
    }
    const { hash: _, ...batched } = payment({ batchId: 'batch' })
    expect(words(composeOwn([], [batched, approval]))).toEqual(['pending pay -19.99 USDC'])
  })
})
