/** The relay's clock, after it refused a token for its times (F38). A chunk of its own: most clocks are right. */

const number = /(\d{1,12})(?!\d)/.source
const figures = [
  // `basic.iat: X, now + time_leeway: Y, time_leeway: 120`, and the same for one that expired.
  { pattern: new RegExp(`now \\+ time_leeway: ${number}(?:, time_leeway: (\\d{1,6}))?`), sign: -1 },
  { pattern: new RegExp(`now - time_leeway: ${number}(?:, time_leeway: (\\d{1,6}))?`), sign: 1 },
] as const

/** In ms since the epoch, out of the reason of a refusal; undefined when it does not say. */
export function readServerTime(reason: string): number | undefined {
  for (const { pattern, sign } of figures) {
    const [, moment, leeway = '120'] = pattern.exec(reason.slice(0, 500)) ?? []
    if (moment !== undefined) return (Number(moment) + sign * Number(leeway)) * 1000
  }
  return undefined
}

/**
 * Reads the relay's time (milliseconds since the epoch) from the reason, else from the `Date` header of the relay's host;
 * undefined where neither says it.
 */
export async function learnServerTime(
  reason: string,
  relayUrl: string,
  fetcher: typeof fetch = fetch,
): Promise<number | undefined> {
  const told = readServerTime(reason)
  if (told !== undefined) return told
  const url = new URL(relayUrl)
  url.protocol = url.protocol === 'ws:' ? 'http:' : 'https:'
  url.search = ''
  // The status of the answer does not matter.
  const answer = await fetcher(url, { method: 'HEAD', credentials: 'omit', cache: 'no-store' })
  const time = Date.parse(answer.headers.get('date') ?? '')
  return Number.isNaN(time) ? undefined : time
}
