import { readLocale } from '../texts/readLocale.ts'

/** A month as the locale names it, with its year: "November 2026". */
export function formatMonth(
  { year, month }: { readonly year: number; readonly month: number },
  locale?: string,
): string {
  const format = new Intl.DateTimeFormat(readLocale(locale).lang, { month: 'long', year: 'numeric' })
  return format.format(new Date(year, month, 1))
}
