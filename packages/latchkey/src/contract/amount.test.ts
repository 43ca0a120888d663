import fc from 'fast-check'
import { formatUnits, parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { formatAmount, parseAmount, toDecimalString } from './amount.ts'

const decimals = fc.integer({ min: 0, max: 36 })
const value = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('reads back every amount that was written', () => {
  fc.assert(
    fc.property(value, decimals, (base, places) => {
      const amount = { value: base, decimals: places }
      expect(parseAmount(toDecimalString(amount), places)).toEqual(amount)
    }),
  )
})

test('agrees with viem in both directions', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 255n), max: 2n ** 256n - 1n }), decimals, (base, places) => {
      const text = formatUnits(base, places)
      expect(toDecimalString({ value: base, decimals: places })).toBe(text)
      if (base >= 0n) expect(parseAmount(text, places).value).toBe(parseUnits(text, places))
    }),
  )
})

test('shows never more than there is, and less than one shown step below it', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 128n), max: 2n ** 128n }),
      decimals,
      fc.integer({ min: 0, max: 12 }),
      (base, places, shown) => {
        const text = formatAmount({ value: base, decimals: places }, { decimals: shown })
        const scale = Math.max(places, shown)
        const exact = base * 10n ** BigInt(scale - places)
        const read = parseUnits(text, scale)
        expect(read <= exact).toBe(true)
        expect(exact - read < 10n ** BigInt(scale - shown)).toBe(true)
        expect(text.split('.')[1]?.length ?? 0).toBe(shown)
      },
    ),
  )
})

test.each([
  [0n, 18, undefined, '0.000'],
  [1n, 18, undefined, '0.000'],
  [1_234_999_999_999_999_999n, 18, undefined, '1.234'],
  [999_999n, 6, undefined, '0.999'],
  [5n, 0, undefined, '5.000'],
  [12_345n, 2, undefined, '123.450'],
  [1_999n, 3, 0, '1'],
  [1_999n, 3, 2, '1.99'],
  [-1n, 18, undefined, '-0.001'],
  [-2_000n, 3, undefined, '-2.000'],
])('SPEC §5 %d with %d decimals, floored to %s, is %s', (base, places, shown, text) => {
  const options = shown === undefined ? {} : { decimals: shown }
  expect(formatAmount({ value: base, decimals: places }, options)).toBe(text)
})

test.each([
  ['0', 18, 0n],
  ['1', 18, 10n ** 18n],
  ['0.25', 6, 250_000n],
  ['.5', 1, 5n],
  ['5.', 1, 50n],
  ['0001.50', 2, 150n],
  ['1.500000000', 2, 150n],
  ['7', 0, 7n],
  [`${2n ** 256n - 1n}`, 0, 2n ** 256n - 1n],
])('reads %s with %d decimals', (text, places, base) => {
  expect(parseAmount(text, places)).toEqual({ value: base, decimals: places })
})

test.each([
  ['', 18],
  ['.', 18],
  ['-1', 18],
  ['+1', 18],
  ['1e18', 18],
  ['1,5', 18],
  ['1 000', 18],
  [' 1', 18],
  ['1\n', 18],
  ['0x10', 18],
  ['1.2.3', 18],
  ['１', 18],
  ['Infinity', 18],
  ['NaN', 18],
  ['1.234', 2],
  ['0.1', 0],
  [`${2n ** 256n}`, 0],
  ['9'.repeat(1_000_000), 0],
  ['1', -1],
  ['1', 1.5],
  ['1', 256],
  [1 as unknown as string, 18],
  [null as unknown as string, 18],
])('refuses the amount %#', (text, places) => {
  expect(() => parseAmount(text, places)).toThrow(
    expect.objectContaining({ name: 'LatchkeyError', code: 'INVALID_AMOUNT', kind: 'invalid' }),
  )
})

test('a refused amount is named, in part if it is long', () => {
  expect(() => parseAmount('1,5', 18)).toThrow('Invalid amount: 1,5')
  expect(() => parseAmount('9'.repeat(500), 18)).toThrow(`Invalid amount: ${'9'.repeat(160)}`)
})

test('impossible decimals are refused when writing too', () => {
  expect(() => toDecimalString({ value: 1n, decimals: 1e9 })).toThrow(
    expect.objectContaining({ code: 'INVALID_AMOUNT' }),
  )
  expect(() => formatAmount({ value: 1n, decimals: 18 }, { decimals: -1 })).toThrow(
    expect.objectContaining({ code: 'INVALID_AMOUNT' }),
  )
})
