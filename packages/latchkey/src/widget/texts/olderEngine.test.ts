import { afterEach, expect, test, vi } from 'vitest'
import { createFormats } from '../activity/createFormats.ts'
import { exactAmount } from '../send/exactAmount.ts'

/** The formatter of an engine of before 2023 (Safari 16): twenty decimals at most, and a text is rounded to a number. */
class OlderFormat extends Intl.NumberFormat {
  constructor(locale?: string, options: Intl.NumberFormatOptions = {}) {
    if ((options.maximumFractionDigits ?? 0) > 20)
      throw new RangeError('maximumFractionDigits is out of range')
    super(locale, options)
  }

  override format(value: number | bigint | string): string {
    return super.format(typeof value === 'bigint' ? value : Number(value))
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['0.123456789012345678', '0.123456789012345678'],
  ['12345678901234567.5', '12345678901234567.5'],
  [`0.${'0'.repeat(23)}1`, `0.${'0'.repeat(23)}1`],
])('an engine that cannot write %s to its last digit leaves it unformatted', (decimal, text) => {
  vi.stubGlobal('Intl', Object.create(Intl, { NumberFormat: { value: OlderFormat } }))
  expect(createFormats('de').exact(decimal)).toBe(text)
  const [, fraction = ''] = decimal.split('.')
  const value = BigInt(decimal.replace('.', ''))
  expect(exactAmount({ value, decimals: fraction.length }, 'de')).toBe(text)
})
