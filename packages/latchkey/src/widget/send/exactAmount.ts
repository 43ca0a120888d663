import { type Amount, toDecimalString } from '../../contract/amount.ts'
import { toPlainNumber } from '../../engine/send/readTypedAmount.ts'
import { readLocale } from '../texts/readLocale.ts'

/** An amount to the last unit, as the locale writes it: what a person checks before signing. */
export function exactAmount(amount: Amount, locale?: string): string {
  const decimal = toDecimalString(amount)
  const [, fraction = ''] = decimal.split('.')
  const { lang } = readLocale(locale)
  const format = new Intl.NumberFormat(lang, {
    minimumFractionDigits: Math.min(fraction.length, 100),
    maximumFractionDigits: Math.min(fraction.length, 100),
  })
  // Newer engines format a decimal text exactly, older ones a number: those get the plain text.
  const text = format.format(decimal as unknown as number)
  return digitsIn(toPlainNumber(text, lang)) === digitsIn(decimal) ? text : decimal
}

function digitsIn(text: string): string {
  return text.replace(/\D/g, '')
}
