import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AssessedTransfer, assessPayment, grace } from './assessPayment.ts'

const end = 1_000_000
const ways = [
  { place: 0, units: 100n },
  { place: 1, units: 7n },
]
const got = (
  units: bigint,
  { way = 0, isFinal = true, late = false }: { way?: number; isFinal?: boolean; late?: boolean } = {},
): AssessedTransfer => ({ way, units, isFinal, blockTime: late ? end + grace + 1 : end })
const back = (units: bigint, state: 'proposed' | 'seen' | 'settled' = 'settled', way = 0) => ({
  way,
  units,
  state,
})
const fresh = { isFinal: false }
const late = { late: true }
const lateFresh = { late: true, isFinal: false }

describe('assessPayment', () => {
  it.each([
    ['nothing yet', [], [], 'open'],
    ['the exact amount in a block', [got(100n, fresh)], [], 'paid'],
    ['the exact amount for good', [got(100n)], [], 'settled'],
    ['another way', [got(7n, { way: 1 })], [], 'settled'],
    ['one unit less', [got(99n)], [], 'underpaid'],
    ['the rest of it', [got(99n), got(1n)], [], 'settled'],
    ['the rest of it in a block', [got(99n), got(1n, fresh)], [], 'paid'],
    ['one unit more', [got(101n)], [], 'overpaid'],
    ['one unit more in a block', [got(101n, fresh)], [], 'paid'],
    ['both ways', [got(100n), got(1n, { way: 1 })], [], 'overpaid'],
    ['more that may still go', [got(100n), got(1n, fresh)], [], 'settled'],
    ['parts of both ways', [got(99n), got(6n, { way: 1 })], [], 'underpaid'],
    ['late money', [got(100n, late)], [], 'paid_late'],
    ['late money that may still go', [got(100n, lateFresh)], [], 'seen'],
    ['a late rest', [got(99n), got(1n, late)], [], 'paid_late'],
    ['late money on top', [got(100n), got(1n, late)], [], 'overpaid'],
    ['late and too little', [got(1n, late)], [], 'underpaid'],
    ['all of it back', [got(100n)], [back(100n)], 'refunded'],
    ['all of too much back', [got(101n)], [back(100n), back(1n)], 'refunded'],
    ['a part back', [got(100n)], [back(99n)], 'settled'],
    ['a refund that may still go', [got(100n)], [back(100n, 'seen')], 'settled'],
    ['late money back', [got(100n, late)], [back(100n)], 'refunded'],
    ['one of both ways back', [got(100n), got(7n, { way: 1 })], [back(100n)], 'overpaid'],
  ] as const)('%s', (_, transfers, refunds, state) => {
    const facts = { transfers, isPending: false, now: end - 1 }
    expect(assessPayment({ ways, refunds, expiresAt: end }, facts)).toBe(state)
  })

  it.each([
    [false, end - 1, 'open'],
    [true, end - 1, 'seen'],
    [false, end, 'expired'],
    [true, end, 'seen'],
  ] as const)('without money, pending %s at %s: %s', (isPending, now, state) => {
    const facts = { transfers: [], isPending, now }
    expect(assessPayment({ ways, refunds: [], expiresAt: end }, facts)).toBe(state)
  })

  it('settles at exactly the amount, however it is cut up and in whichever order it comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt(1n, 2n ** 128n), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: -1, max: 1 }),
        (parts, difference) => {
          const units = parts.reduce((sum, part) => sum + part, 0n) - BigInt(difference)
          if (units < 1n) return
          const payment = { ways: [{ place: 0, units }], refunds: [], expiresAt: end }
          const transfers = parts.map(part => got(part))
          const facts = { isPending: false, now: 0 }
          const expected = difference === 0 ? 'settled' : difference > 0 ? 'overpaid' : 'underpaid'
          expect(assessPayment(payment, { ...facts, transfers })).toBe(expected)
          expect(assessPayment(payment, { ...facts, transfers: transfers.toReversed() })).toBe(expected)
        },
      ),
    )
  })
})
