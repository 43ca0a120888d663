import { formatAge } from '../texts/formatAge.ts'
import { readLocale } from '../texts/readLocale.ts'

const minute = 60_000
const day = 86_400_000

/**
 * When something was: "5 minutes ago" for a day, else its day in the month it is listed under. Both in milliseconds since
 * the epoch; `justNow` stands for less than a minute, and for what a clock that is behind takes for the future.
 */
export function formatWhen(at: number, now: number, justNow: string, locale?: string): string {
  if (now - at < minute) return justNow
  if (now - at < day) return formatAge(now - at, locale)
  const { lang } = readLocale(locale)
  return new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short' }).format(new Date(at))
}

/** Day and time in full, in the visitor's own time zone. */
export function formatMoment(at: number, locale?: string): string {
  const { lang } = readLocale(locale)
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'medium' }).format(new Date(at))
}
