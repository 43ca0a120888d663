import { type Amount, toDecimalString } from '../../contract/amount.ts'
import { readLocale } from '../texts/readLocale.ts'

/** An amount to the last unit, as the locale writes it: what a person checks before signing. */
export function exactAmount(amount: Amount, locale?: string): string {
  const decimal = toDecimalString(amount)
  const [, fraction = ''] = decimal.split('.')
  const format = new Intl.NumberFormat(locale === undefined ? undefined : readLocale(locale).lang, {
    minimumFractionDigits: Math.min(fraction.length, 100),
    maximumFractionDigits: Math.min(fraction.length, 100),
  })
  // Newer engines format a decimal text exactly, older ones a number: those get the plain text.
  const text = format.format(decimal as unknown as number)
  return digitsOf(text, format) === decimal.replace('.', '') ? text : decimal
}

function digitsOf(text: string, format: Intl.NumberFormat): string {
  const native = [
    ...new Intl.NumberFormat(format.resolvedOptions().locale, { useGrouping: false }).format(9_876_543_210),
  ].reverse()
  let digits = ''
  for (const letter of text) {
    const at = native.indexOf(letter)
    if (at >= 0) digits += at
  }
  return digits
}
