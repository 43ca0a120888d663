import type { Clock } from '../../core/http/appTypes.ts'
import { readBounded } from '../../core/http/readBody.ts'

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
  /** Beside the client's own, such as a token for this request alone. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Asks a provider's service over HTTP. It throws what the client's `fault` makes. */
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
export function createServiceClient(options: {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeout: number
  readonly clock: Clock
  /** Milliseconds since 1970, for a `Retry-After` that is a date. */
  readonly now: () => number
  /** Bytes; default 8 MB. */
  readonly limit?: number
  /** Reads the answer; undefined for one that is no JSON we take. */
  readonly parse: (bytes: Uint8Array) => { readonly value: unknown } | undefined
  /** Makes the error of a service that gave no answer. */
  readonly fault: (
    reason: 'rate-limited' | 'unavailable',
    details?: { readonly message: string; readonly cause?: unknown },
  ) => Error
}): ProviderClient {
  const { url, headers, timeout, clock, now, limit = answerLimit, parse, fault } = options
  let pausedUntil = Number.NEGATIVE_INFINITY

  async function send({ path, query = {}, body, headers: own, signal }: ProviderRequest): Promise<Response> {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
    return await fetch(`${url}${path}${search}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...own,
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
    if (clock() < pausedUntil) throw fault('rate-limited')
    let response: Response
    let bytes: Uint8Array | undefined
    try {
      response = await send(request)
      if (response.status === 429) pause(response.headers)
      bytes = await readBounded(response.body, limit)
    } catch (cause) {
      throw fault('unavailable', { message: 'The service did not answer', cause })
    }
    const { status } = response
    if (status === 429) throw fault('rate-limited')
    if (status >= 500) throw fault('unavailable', { message: `The service answered HTTP ${status}` })
    const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(
      response.headers.get('content-type') ?? '',
    )
    const json = isJson && bytes !== undefined ? parse(bytes) : undefined
    if (json === undefined) throw fault('unavailable', { message: 'The service answered no JSON' })
    return { status, headers: response.headers, body: json.value }
  }
}
