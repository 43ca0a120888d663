import { readLocale } from './readLocale.ts'

/** Positive amounts below this are shown as "less than". */
const least = 0.01

/**
 * Fiat as the visitor's locale writes it, 2 decimals (SPEC §5); a positive amount below a hundredth is "< $0.01".
 * Undefined, null or no number is "—", never 0.00 (F27). `currency`: ISO 4217, either case.
 */
export function formatFiat(value: number | null | undefined, currency: string, locale?: string): string {
  if (value === undefined || value === null || !Number.isFinite(value)) return '—'
  const { lang } = readLocale(locale)
  const write = (amount: number) => {
    try {
      return new Intl.NumberFormat(lang, {
        style: 'currency',
        currency: currency.toUpperCase(),
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }).format(amount)
    } catch {
      // No currency that a locale knows how to write.
      return `${amount.toFixed(2)} ${currency.slice(0, 8).toUpperCase()}`
    }
  }
  return value > 0 && value < least ? `< ${write(least)}` : write(value)
}
