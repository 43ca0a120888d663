import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAmount, toDecimalString } from '../../../contract/amount.ts'
import { readTypedAmount, writeTypedAmount } from './readTypedAmount.ts'

const table: readonly (readonly [text: string, locale: string, read: string])[] = [
  ['0.25', 'en', '0.25'],
  ['.5', 'en', '0.5'],
  ['5.', 'en', '5'],
  [' 12 ', 'en', '12'],
  ['007', 'en', '7'],
  ['1.234', 'en', '1.234'],
  ['1,234', 'en', 'ambiguous'],
  ['1,234.5', 'en', '1234.5'],
  ['1,234,567', 'en', '1234567'],
  ['12,34,567.5', 'en-IN', '1234567.5'],
  ['0,5', 'en', '0.5'],
  ['0,123', 'en', '0.123'],
  ['1,5', 'en', '1.5'],
  ['1234,567', 'en', '1234.567'],
  ['1,234', 'de', '1.234'],
  ['1.234', 'de', 'ambiguous'],
  ['1.234,5', 'de', '1234.5'],
  ['1.5', 'de', '1.5'],
  ["1'234.5", 'de-CH', '1234.5'],
  ['1’234', 'de-CH', '1234'],
  ['1\u202f234,5', 'fr', '1234.5'],
  ['1 234', 'fr', '1234'],
  ['١٬٢٣٤٫٥', 'ar-EG', '1234.5'],
  ['۰٫۲۵', 'fa', '0.25'],
  ['0٫25', 'ar-EG', '0.25'],
  ['\u200e1.5\u200f', 'en', '1.5'],
  ['', 'en', 'empty'],
  ['  ', 'en', 'empty'],
  ['.', 'en', 'none'],
  [',', 'en', 'none'],
  ['-1', 'en', 'none'],
  ['+1', 'en', 'none'],
  ['1e3', 'en', 'none'],
  ['0x10', 'en', 'none'],
  ['1.2.3', 'en', 'none'],
  ['1,2,3', 'en', 'none'],
  ['1,23,456,7', 'en', 'none'],
  ['1.234.5', 'de', 'none'],
  ['1,234.5,6', 'en', 'none'],
  ['12 34', 'en', 'none'],
  ['one', 'en', 'none'],
  ['NaN', 'en', 'none'],
  ['1.5', 'no locale at all', '1.5'],
  ['1'.repeat(121), 'en', 'none'],
]

describe('T74 readTypedAmount', () => {
  test.each(table)('%j in %s is %s', (text, locale, expected) => {
    const read = readTypedAmount(text, locale)
    expect(read.at === 'number' ? read.decimal : read.at).toBe(expected)
  })

  const locales = ['en', 'de', 'fr', 'de-CH', 'hi', 'ar-EG', 'fa', 'pt-BR', 'ja']
  const amounts = fc.record({ value: fc.bigInt({ min: 0n, max: 10n ** 30n }), decimals: fc.nat(24) })

  test('reads an amount that was written for a locale back to the last unit', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...locales), (amount, locale) => {
        const text = writeTypedAmount(toDecimalString(amount), locale)
        const read = readTypedAmount(text, locale)
        if (read.at !== 'number') throw new Error(`${text} was read as ${read.at}`)
        expect(parseAmount(read.decimal, amount.decimals)).toEqual(amount)
      }),
    )
  })

  test('what the locale itself formats, grouped, is that number or refused, never another one', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.nat(999), fc.constantFrom(...locales), (whole, part, locale) => {
        const decimal = part === 0 ? `${whole}` : `${whole}.${String(part).padStart(3, '0')}`
        const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
        const read = readTypedAmount(format.format(Number(decimal)), locale)
        if (read.at === 'ambiguous') return
        if (read.at !== 'number') throw new Error(`${decimal} in ${locale} was read as ${read.at}`)
        expect(toDecimalString(parseAmount(read.decimal, 3))).toBe(toDecimalString(parseAmount(decimal, 3)))
      }),
    )
  })

  test('any text is a number that parses, or none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."019.,' ’٫") })), text => {
        const read = readTypedAmount(text, 'en')
        if (read.at === 'number') expect(read.decimal).toMatch(/^\d+(\.\d+)?$/)
      }),
    )
  })
})
