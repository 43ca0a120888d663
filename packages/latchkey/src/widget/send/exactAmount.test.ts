import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAmount } from '../../contract/amount.ts'
import { readTypedAmount } from '../../engine/nouns/amounts/readTypedAmount.ts'
import { exactAmount } from './exactAmount.ts'

test.each([
  ['0.25', 'en', '0.25'],
  ['1234567.891', 'en', '1,234,567.891'],
  ['1234567.891', 'de', '1.234.567,891'],
  ['0.000000000000000001', 'en', '0.000000000000000001'],
  [
    '123456789012345678901234567890.123456789012345678',
    'en',
    '123,456,789,012,345,678,901,234,567,890.123456789012345678',
  ],
])('%s in %s is %s, to the last unit', (amount, locale, text) => {
  expect(exactAmount(parseAmount(amount, 18), locale)).toBe(text)
})

test('T74 reads a shown amount back as the same amount', () => {
  const value = fc.bigInt({ min: 0n, max: 10n ** 40n })
  fc.assert(
    fc.property(value, fc.constantFrom('en', 'de', 'ar-EG', 'hi'), (units, locale) => {
      const text = exactAmount({ value: units, decimals: 18 }, locale)
      const read = readTypedAmount(text, locale)
      if (read.at === 'ambiguous') return
      expect(read.at === 'number' && parseAmount(read.decimal, 18).value).toBe(units)
    }),
  )
})
