import { readLocale } from '../texts/readLocale.ts'

/** How many are held, exactly, as the locale writes it. */
export function formatNftAmount(amount: string, locale: string | undefined): string {
  return new Intl.NumberFormat(readLocale(locale).lang).format(BigInt(amount))
}

/** The same short enough for a badge: "12K"; more than has a short form is "999T+". */
export function shortNftAmount(amount: string, locale: string | undefined): string {
  if (amount.length < 5) return formatNftAmount(amount, locale)
  const format = new Intl.NumberFormat(readLocale(locale).lang, { notation: 'compact' })
  return amount.length > 15 ? `${format.format(999_000_000_000_000n)}+` : format.format(BigInt(amount))
}
