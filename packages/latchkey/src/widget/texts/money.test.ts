import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatFiat } from './formatFiat.ts'
import { formatTokenAmount } from './formatTokenAmount.ts'

describe('formatFiat', () => {
  const table: readonly (readonly [
    value: number | null | undefined,
    currency: string,
    locale: string | undefined,
    text: string,
  ])[] = [
    [1234.5, 'usd', 'en', '$1,234.50'],
    [1234.5, 'EUR', 'de', '1.234,50\u00a0€'],
    [0, 'usd', 'en', '$0.00'],
    [0.004, 'usd', 'en', '< $0.01'],
    [0.01, 'usd', 'en', '$0.01'],
    [1e15, 'usd', 'en', '$1,000,000,000,000,000.00'],
    [1000, 'jpy', 'en', '¥1,000.00'],
    [5, 'usd', undefined, '$5.00'],
    [5, 'no currency', 'en', '5.00 NO CURRE'],
    // Unknown is never zero (F27).
    [undefined, 'usd', 'en', '—'],
    [null, 'usd', 'en', '—'],
    [Number.NaN, 'usd', 'en', '—'],
    [Number.POSITIVE_INFINITY, 'usd', 'en', '—'],
  ]
  test.each(table)('%s %s in %s is %s', (value, currency, locale, text) => {
    expect(formatFiat(value, currency, locale)).toBe(text)
  })
})

describe('formatTokenAmount', () => {
  test.each([
    [1_234_567_890_000_000_000n, 18, '1.234'],
    [999_999n, 6, '0.999'],
    [0n, 18, '0.000'],
    [1n, 18, '< 0.001'],
    [1_000n, 6, '0.001'],
    [999n, 6, '< 0.001'],
    [5n, 0, '5.000'],
    [10n ** 30n, 18, '1,000,000,000,000.000'],
  ])('%s base units of %d decimals are %s', (value, decimals, text) => {
    expect(formatTokenAmount({ value, decimals }, 'en')).toBe(text)
  })

  test('shows an unknown amount as a dash (F27)', () => {
    expect(formatTokenAmount(undefined, 'en')).toBe('—')
    expect(formatTokenAmount(null, 'en')).toBe('—')
  })

  test('never shows a positive amount as zero, or as more than it is', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 40n }),
        fc.integer({ min: 0, max: 36 }),
        (value, decimals) => {
          const text = formatTokenAmount({ value, decimals }, 'en').replaceAll(',', '')
          if (text.startsWith('<')) {
            expect(value * 1000n < 10n ** BigInt(decimals)).toBe(true)
            return
          }
          const [whole = '', fraction = ''] = text.split('.')
          const shown = BigInt(whole + fraction) * 10n ** BigInt(decimals)
          expect(shown > 0n).toBe(true)
          expect(shown <= value * 1000n).toBe(true)
        },
      ),
    )
  })
})
