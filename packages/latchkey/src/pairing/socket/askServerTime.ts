/**
 * The `Date` header of the relay's host (ms since the epoch); undefined where the page may not see it. The answer
 * itself does not matter.
 */
export async function askServerTime(
  relayUrl: string,
  fetcher: typeof fetch = fetch,
): Promise<number | undefined> {
  const url = new URL(relayUrl)
  url.protocol = url.protocol === 'ws:' ? 'http:' : 'https:'
  url.search = ''
  const answer = await fetcher(url, { method: 'HEAD', credentials: 'omit', cache: 'no-store' })
  const time = Date.parse(answer.headers.get('date') ?? '')
  return Number.isNaN(time) ? undefined : time
}
