import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDecimalString } from '../../../contract/amount.ts'
import { toFiatDecimal, toTokenAmount } from './fiatAmount.ts'

describe('T74 fiat and tokens', () => {
  test.each([
    ['100', 2500, 18, '0.04'],
    ['0.01', 2500, 18, '0.000004'],
    ['10', 3, 6, '3.333333'],
    ['1', 1e-9, 18, '1000000000'],
    ['1', 1e21, 18, '0'],
    ['0', 2500, 18, '0'],
  ])('%s at %s, %s decimals, is %s', (fiat, price, decimals, tokens) => {
    const amount = toTokenAmount(fiat, price, decimals)
    expect(amount && toDecimalString(amount)).toBe(tokens)
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('F27 no price, no number: %s', price => {
    expect(toTokenAmount('1', price, 18)).toBeUndefined()
    expect(toFiatDecimal({ value: 1n, decimals: 0 }, price)).toBeUndefined()
  })

  test('an amount that cannot be computed is undefined', () => {
    expect(toTokenAmount('9'.repeat(100), 1e-9, 18)).toBeUndefined()
    expect(toTokenAmount('1e3', 1, 18)).toBeUndefined()
    expect(toFiatDecimal({ value: 1n, decimals: 0 }, undefined)).toBeUndefined()
  })

  test('an amount that no token can have is undefined', () => {
    const most = (1n << 256n) - 1n
    expect(toTokenAmount(String(most), 1, 0)?.value).toBe(most)
    expect(toTokenAmount(String(most + 1n), 1, 0)).toBeUndefined()
  })

  test('never more than the fiat that was typed, and less than one unit short of it', () => {
    const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(fc.nat(10 ** 9), price, fc.nat(18), (cents, rate, decimals) => {
        const fiat = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        const amount = toTokenAmount(fiat, rate, decimals)
        if (!amount) throw new Error('no amount')
        const worth = toFiatDecimal(amount, rate, 40) ?? ''
        const next = toFiatDecimal({ ...amount, value: amount.value + 1n }, rate, 40) ?? ''
        const exact = BigInt(fiat.replace('.', '')) * 10n ** 38n
        expect(BigInt(worth.replace('.', ''))).toBeLessThanOrEqual(exact)
        expect(BigInt(next.replace('.', ''))).toBeGreaterThanOrEqual(exact)
      }),
    )
  })
})
