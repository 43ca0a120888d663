import { readLocale } from './readLocale.ts'

const steps: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** How long ago something was, in the largest unit that fits: "3 minutes ago". `age` in milliseconds; less than none is now. */
export function formatAge(age: number, locale?: string): string {
  const seconds = Math.max(0, Math.floor(age / 1_000))
  const [unit, length] = steps.find(step => seconds >= step[1]) ?? (['second', 1] as const)
  const format = new Intl.RelativeTimeFormat(readLocale(locale).lang, { numeric: 'auto' })
  return format.format(-Math.floor(seconds / length), unit)
}
