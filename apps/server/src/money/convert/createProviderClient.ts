import type { Clock } from '../../core/http/appTypes.ts'
import { parseJson } from '../../core/http/parseJson.ts'
import { readBounded } from '../../core/http/readBody.ts'
import { ConvertFault } from './convertProvider.ts'

/** An answer of a provider's service. Its body is hostile: parse it with a schema. */
export interface ProviderAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** A request to a provider's service. */
export interface ProviderRequest {
  /** Behind the service's URL, such as `/quote`; parts of it are encoded already. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Sent as JSON by POST; GET without one. */
  readonly body?: unknown
  readonly signal: AbortSignal
}

/** Asks a provider's service over HTTP. @throws ConvertFault `rate-limited`, `unavailable` */
export type ProviderClient = (request: ProviderRequest) => Promise<ProviderAnswer>

/** Bytes of an answer; lists of tokens are the longest. */
const answerLimit = 8_000_000
/** Seconds to leave a service alone that says that it is asked too often, unless it names a time. */
const defaultPause = 5
const longestPause = 7_200

/**
 * Creates a client of one service: JSON alone, no redirects, bounded in time and size. After a 429 the service is not asked
 * until `Retry-After`, or `RateLimit-Reset` without one, has passed. Headers, where keys travel, are never part of an error.
 */
export function createProviderClient(options: {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeout: number
  readonly clock: Clock
  /** Milliseconds since 1970, for a `Retry-After` that is a date. */
  readonly now: () => number
  /** Bytes; default 8 MB. */
  readonly limit?: number
}): ProviderClient {
  const { url, headers, timeout, clock, now, limit = answerLimit } = options
  let pausedUntil = Number.NEGATIVE_INFINITY

  async function send({ path, query = {}, body, signal }: ProviderRequest): Promise<Response> {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
    return await fetch(`${url}${path}${search}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
  }

  function pause(answered: Headers): void {
    const given = answered.get('retry-after') ?? answered.get('ratelimit-reset') ?? ''
    const seconds = /^\d{1,9}$/.test(given) ? Number(given) : (Date.parse(given) - now()) / 1_000
    const wanted = Number.isFinite(seconds) && seconds > 0 ? seconds : defaultPause
    pausedUntil = clock() + Math.min(wanted, longestPause) * 1_000
  }

  return async request => {
    if (clock() < pausedUntil) throw new ConvertFault('rate-limited')
    let response: Response
    let bytes: Uint8Array | undefined
    try {
      response = await send(request)
      if (response.status === 429) pause(response.headers)
      bytes = await readBounded(response.body, limit)
    } catch (cause) {
      throw new ConvertFault('unavailable', { message: 'The service did not answer', cause })
    }
    const { status } = response
    if (status === 429) throw new ConvertFault('rate-limited')
    if (status >= 500)
      throw new ConvertFault('unavailable', { message: `The service answered HTTP ${status}` })
    const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(
      response.headers.get('content-type') ?? '',
    )
    const json = isJson && bytes !== undefined ? parseJson(bytes) : undefined
    if (json === undefined) throw new ConvertFault('unavailable', { message: 'The service answered no JSON' })
    return { status, headers: response.headers, body: json.value }
  }
}
