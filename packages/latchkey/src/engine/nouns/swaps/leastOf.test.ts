import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWorse } from './isWorse.ts'
import { leastOf, mostOf } from './leastOf.ts'
import type { SwapQuote } from './swapQuote.ts'

const units = fc.bigInt({ min: 1n, max: (1n << 200n) - 1n })
const slippage = fc.integer({ min: 0, max: 5_000 })

test.each([
  [1_000_000n, 100, 990_000n],
  [1_000_000n, 50, 995_000n],
  [1_000_000n, 1, 999_900n],
  [1_000_000n, 0, 1_000_000n],
  [1_000_000n, 5_000, 500_000n],
  [3n, 1, 2n],
])('the least of %i at %i hundredths of a percent is %i', (amount, bps, least) => {
  expect(leastOf(amount, bps)).toBe(least)
})

test('T74 the least is never more than the amount, and off by less than a unit', () => {
  fc.assert(
    fc.property(units, slippage, (amount, bps) => {
      const exact = amount * BigInt(10_000 - bps)
      const least = leastOf(amount, bps)
      expect(least * 10_000n <= exact && exact - least * 10_000n < 10_000n).toBe(true)
    }),
  )
})

test('T74 the least of the most is at least the amount, and the most is the smallest such', () => {
  fc.assert(
    fc.property(units, slippage, (amount, bps) => {
      const most = mostOf(amount, bps)
      expect(leastOf(most, bps) >= amount && leastOf(most - 1n, bps) < amount).toBe(true)
    }),
  )
})

const quote = (change: Partial<SwapQuote> = {}): SwapQuote => ({
  id: 'q',
  provider: 'pools',
  exact: 'in',
  out: { value: 1_000_000n, decimals: 18 },
  in: { value: 1_000_000n, decimals: 6 },
  most: { value: 1_000_000n, decimals: 18 },
  least: { value: 990_000n, decimals: 6 },
  expiresAt: 0,
  spender: '0x1',
  fees: [],
  route: [],
  zeroFirst: false,
  ...change,
})
const of = (value: bigint) => ({ value, decimals: 6 })

test.each<[string, Partial<SwapQuote>, Partial<SwapQuote>, boolean]>([
  ['the same', {}, {}, false],
  ['half of the slippage less', {}, { in: of(995_000n) }, false],
  ['a unit less than that', {}, { in: of(994_999n) }, true],
  ['more', {}, { in: of(2_000_000n) }, false],
  ['half of the slippage dearer', { exact: 'out' }, { exact: 'out', out: of(1_005_000n) }, false],
  ['a unit dearer than that', { exact: 'out' }, { exact: 'out', out: of(1_005_001n) }, true],
  ['another spender', {}, { spender: '0x2' }, true],
  ['no spender', {}, { spender: undefined as never }, true],
])('at 1 %% slippage, %s', (_what, shown, now, isSo) => {
  expect(isWorse(quote(shown), quote(now), 100)).toBe(isSo)
})

test('without slippage every loss is worse', () => {
  expect(isWorse(quote(), quote({ in: of(999_999n) }), 0)).toBe(true)
})
