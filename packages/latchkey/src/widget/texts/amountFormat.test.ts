import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountFormat } from './amountFormat.ts'

const table: readonly (readonly [amount: string, locale: string, expected: string])[] = [
  ['1.23456', 'en', '1.234'],
  ['1.9999', 'en', '1.999'],
  ['0', 'en', '0.000'],
  ['0.0009', 'en', '0.000'],
  ['12', 'en', '12.000'],
  ['1234567.5', 'en', '1,234,567.500'],
  ['1234567.5', 'de', '1.234.567,500'],
  ['123456789012345678901234567890.1239', 'en', '123,456,789,012,345,678,901,234,567,890.123'],
  ['1.', 'en', '1.000'],
  ['1.5', 'not a locale', '1.500'],
  ['NaN', 'en', 'NaN'],
  ['-1', 'en', '-1'],
]

describe('amountFormat', () => {
  test.each(table)('%s in %s is %s', (amount, locale, expected) => {
    expect(amountFormat(locale)(amount)).toBe(expected)
  })

  test('never shows more than the amount (SPEC §5: floored)', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 40n })
    const part = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 18 })
    fc.assert(
      fc.property(whole, part, (units, decimals) => {
        const text = amountFormat('en')(decimals === '' ? `${units}` : `${units}.${decimals}`).replaceAll(
          ',',
          '',
        )
        expect(text).toBe(`${units}.${decimals.slice(0, 3).padEnd(3, '0')}`)
      }),
    )
  })
})
