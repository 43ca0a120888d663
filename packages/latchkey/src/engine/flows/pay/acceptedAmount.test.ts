import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDecimalString } from '../../../contract/amount.ts'
import { inDai } from '../../fixtures/payWorld.ts'
import { amountOf } from './acceptedAmount.ts'

describe('an accepted amount', () => {
  test('is exactly so many base units, whatever its size', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n), fc.integer({ min: 0, max: 18 }), (value, decimals) => {
        const amount = toDecimalString({ value, decimals })
        expect(amountOf({ ...inDai, amount, decimals })).toEqual({ value, decimals })
      }),
    )
  })

  test('with more decimals than the token has is never rounded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 17 }), fc.integer({ min: 1, max: 9 }), (decimals, digit) => {
        const amount = `1.${'0'.repeat(decimals)}${digit}`
        expect(() => amountOf({ ...inDai, amount, decimals })).toThrowError(
          expect.objectContaining({ code: 'PAYMENT_UNSAFE' }),
        )
      }),
    )
  })
})
