import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fiatValue } from './fiatValue.ts'

it.each([
  [10_000n * 10n ** 18n, 18, 2_500, 25_000_000],
  [1n, 18, 2_500, 2.5e-15],
  [123_456_789n, 6, 1, 123.456789],
  [1n, 0, 0.1, 0.1],
  [3n, 0, 0.1, 0.3],
  [10n ** 30n, 18, 1e-9, 1_000],
  [10n ** 18n, 18, 1.5e-7, 1.5e-7],
  [0n, 18, 2_500, 0],
  [10n ** 18n, 18, 1e21, 1e21],
])('%s base units of %i decimals at %d are %d', (value, decimals, price, expected) => {
  expect(fiatValue({ value, decimals }, price)).toBe(expected)
})

it('is the exact product, rounded once', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 200n })
  // Prices of at most six decimals, so that the exact product is known.
  const price = fc.integer({ min: 1, max: 10_000_000_000 })
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 36 }), price, (value, decimals, millionths) => {
      const product = value * BigInt(millionths)
      const digits = product.toString().padStart(decimals + 7, '0')
      const point = digits.length - decimals - 6
      const exact = Number(`${digits.slice(0, point)}.${digits.slice(point)}`)
      expect(fiatValue({ value, decimals }, millionths / 1_000_000)).toBe(exact)
    }),
  )
})
