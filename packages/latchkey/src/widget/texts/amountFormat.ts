import { limits } from '../../contract/limits.ts'
import { readLocale } from './readLocale.ts'

/**
 * Writes decimal texts floored to 3 decimals (SPEC §5) and as the locale does; digits only ever pass as text. Made once
 * for many amounts: making a formatter takes longer than drawing a row.
 */
export function amountFormat(locale?: string): (amount: string) => string {
  const format = new Intl.NumberFormat(readLocale(locale).lang, {
    minimumFractionDigits: limits.balanceDecimals,
    maximumFractionDigits: limits.balanceDecimals,
  })
  return amount => {
    const match = /^(\d{1,80})(?:\.(\d*))?$/.exec(amount)
    if (!match) return amount
    const floored = `${match[1]}.${(match[2] ?? '').slice(0, limits.balanceDecimals)}0`
    // Newer engines format a decimal text exactly; the type says number only.
    return format.format(floored as unknown as number)
  }
}
