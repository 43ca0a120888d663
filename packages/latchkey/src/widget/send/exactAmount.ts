import { type Amount, toDecimalString } from '../../contract/amount.ts'
import { toPlainNumber } from '../../engine/nouns/amounts/readTypedAmount.ts'
import { readLocale } from '../texts/readLocale.ts'

const notDigits = /\D/g

/** An amount to the last unit, as the locale writes it: what a person checks before signing. */
export function exactAmount(amount: Amount, locale?: string): string {
  const decimal = toDecimalString(amount)
  const { lang } = readLocale(locale)
  const format = new Intl.NumberFormat(lang, { maximumFractionDigits: Math.min(amount.decimals, 20) })
  // Newer engines format a decimal text exactly, older ones a number, and twenty decimals at most: else the plain text.
  const text = format.format(decimal as unknown as number)
  const isExact = toPlainNumber(text, lang).replace(notDigits, '') === decimal.replace(notDigits, '')
  return isExact ? text : decimal
}
