/** What a refusal tells of the relay's clock (F38). */

const number = /(\d{1,12})(?!\d)/.source
const figures = [
  // `basic.iat: X, now + time_leeway: Y, time_leeway: 120`, and the same for one that expired.
  { pattern: new RegExp(`now \\+ time_leeway: ${number}(?:, time_leeway: (\\d{1,6}))?`), sign: -1 },
  { pattern: new RegExp(`now - time_leeway: ${number}(?:, time_leeway: (\\d{1,6}))?`), sign: 1 },
] as const

/** Whether the relay found the token's times wrong: not yet valid, or expired though it was just made. */
export function isClockRefusal(reason: string): boolean {
  return /JWT.{0,40}(not yet valid|expired)/i.test(reason.slice(0, 500))
}

/** The relay's clock in ms since the epoch, out of the reason of its refusal; undefined when it does not say. */
export function readServerTime(reason: string): number | undefined {
  for (const { pattern, sign } of figures) {
    const [, moment, leeway = '120'] = pattern.exec(reason.slice(0, 500)) ?? []
    if (moment !== undefined) return (Number(moment) + sign * Number(leeway)) * 1000
  }
  return undefined
}
