import fc from 'fast-check'
import { expect, it } from 'vitest'
import { priceInAsset } from './priceInAsset.ts'
import { toBaseUnits, toWholeUnits } from './wholeUnits.ts'

it.each([
  ['20', 2_500, 18, '0.008'],
  ['20', 1, 6, '20'],
  ['0.01', 1, 6, '0.01'],
  ['19.99', 0.9997, 6, '19.995999'],
  ['10', 3, 18, '3.33333334'],
  ['10', 3, 2, '3.34'],
  ['1', 60_000, 8, '0.00001667'],
  ['1', 0.00000012, 18, '8333333.33333334'],
  ['1', 1e-9, 0, '1000000000'],
  ['0', 3, 6, '0'],
] as const)('%s at %s with %s decimals is %s', (value, rate, decimals, amount) => {
  expect(priceInAsset(value, rate, decimals)).toBe(amount)
})

it('is never worth less than the price, and less than one step more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.integer({ min: 0, max: 18 }),
      (cents, rateCents, decimals) => {
        const amount = priceInAsset((cents / 100).toFixed(2), rateCents / 100, decimals)
        const places = Math.min(8, decimals)
        const units = toBaseUnits(amount, places)
        expect(units).toBeDefined()
        const worth = (each: bigint) => each * BigInt(rateCents)
        const price = BigInt(cents) * 10n ** BigInt(places)
        expect(worth(units ?? 0n) >= price && worth((units ?? 0n) - 1n) < price).toBe(true)
      },
    ),
  )
})

it('turns base units into whole ones and back without losing a digit', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 256n - 1n), fc.integer({ min: 0, max: 18 }), (units, decimals) => {
      expect(toBaseUnits(toWholeUnits(units, decimals), decimals)).toBe(units)
    }),
  )
  expect(toBaseUnits('1.0000001', 6)).toBeUndefined()
  expect(toBaseUnits('1.0000000', 6)).toBe(1_000_000n)
  expect(toBaseUnits('9'.repeat(78), 0)).toBeUndefined()
})
