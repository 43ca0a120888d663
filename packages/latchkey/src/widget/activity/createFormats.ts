import { tokenAmountFormat } from '../texts/formatTokenAmount.ts'
import { readLocale } from '../texts/readLocale.ts'

/** Numbers and times as a locale writes them; made once for a list, since making a formatter takes longer than drawing a row. */
export interface ActivityFormats {
  /** A decimal text floored to 3 decimals (SPEC §5), a positive amount never as zero. */
  amount(amount: string): string
  /** A decimal text to its last digit. */
  exact(amount: string): string
  /** "November 2026"; `month` is 0 to 11. */
  month(of: { readonly year: number; readonly month: number }): string
  /**
   * "5 minutes ago" for a day, else the day in the month it is listed under; undefined for less than a minute, and for
   * what a clock that is behind takes for the future. Both in milliseconds since the epoch.
   */
  when(at: number, now: number): string | undefined
  /** Day and time in full, in the visitor's own time zone. */
  moment(at: number): string
}

const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

export function createFormats(locale?: string): ActivityFormats {
  const { lang } = readLocale(locale)
  const exacts = new Intl.NumberFormat(lang, { maximumFractionDigits: 20 })
  // Older engines (Safari 16) take a text for a number, as the type says still, and know twenty decimals at most.
  const areExact = exacts.format('1.00000000000000001' as unknown as number)[1]
  // The calendar that entries are grouped by, whichever the locale has.
  const calendar = 'gregory'
  const months = new Intl.DateTimeFormat(lang, { calendar, month: 'long', year: 'numeric' })
  const days = new Intl.DateTimeFormat(lang, { calendar, day: 'numeric', month: 'short' })
  const moments = new Intl.DateTimeFormat(lang, { calendar, dateStyle: 'long', timeStyle: 'medium' })
  const ages = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  return {
    amount: tokenAmountFormat(locale),
    exact: amount =>
      !areExact || /\.\d{21}/.test(amount) ? amount : exacts.format(amount as unknown as number),
    month: ({ year, month }) => months.format(new Date(year, month, 1)),
    when(at, now) {
      const age = now - at
      if (age < minute) return undefined
      if (age < hour) return ages.format(-Math.floor(age / minute), 'minute')
      if (age < day) return ages.format(-Math.floor(age / hour), 'hour')
      return days.format(new Date(at))
    },
    moment: at => moments.format(new Date(at)),
  }
}
