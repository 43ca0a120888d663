import { readLocale } from '../texts/readLocale.ts'

/** A decimal text as the locale writes numbers. */
export function formatDecimal(decimal: string, locale?: string): string {
  const { lang } = readLocale(locale)
  // Newer engines format a decimal text exactly; the type says number only.
  return new Intl.NumberFormat(lang, { maximumFractionDigits: 20 }).format(decimal as unknown as number)
}
