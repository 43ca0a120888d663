import { readLocale } from '../texts/readLocale.ts'

/** A part of one as a percentage, with two digits behind the point at most; a little of it is "< 0.01 %". No line breaks before the sign. */
export function formatPercent(part: number, locale?: string): string {
  const { lang } = readLocale(locale)
  const write = (value: number) =>
    `${new Intl.NumberFormat(lang, { maximumFractionDigits: 2 }).format(value * 100)}\u00a0%`
  return part > 0 && part < 0.0001 ? `< ${write(0.0001)}` : write(part)
}
