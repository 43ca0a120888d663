/** JSON over HTTP to a service (SPEC §7 "Generic HTTP client"), and the one bounded fetch under it and under RPC. */
import { isLatchkeyError, LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { type ErrorCode, serverMessages } from '../../contract/errors/table.ts'
import { limits } from '../../contract/limits.ts'
import { type Clock, systemClock } from './clock.ts'

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>

export interface CallOptions {
  readonly query?: QueryValues
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal
}

/**
 * Every call throws a LatchkeyError: RPC_ABORTED, or HTTP_STATUS with `context.status`, and what a service said: `message`, its code as
 * `refusal`, and its first reason as `reason`, with the name of what it is about as `reasonOf`.
 */
export interface Http {
  get(path: string, options?: CallOptions): Promise<unknown>
  getBlob(path: string, options?: CallOptions): Promise<Blob>
  post(path: string, body: unknown, options?: CallOptions): Promise<unknown>
  put(path: string, body: unknown, options?: CallOptions): Promise<unknown>
  delete(path: string, options?: CallOptions): Promise<unknown>
}

export interface HttpOptions {
  readonly baseUrl: string
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  /** Ends every call. */
  readonly signal?: AbortSignal
  /** Milliseconds for one call, its body included. */
  readonly timeout?: number
  /** Bytes an answer may have. */
  readonly limit?: number
}

/** Binds the client to one service. */
export function createHttp(options: HttpOptions): Http {
  const base = options.baseUrl.replace(/\/+$/, '')

  async function call(
    method: string,
    path: string,
    { query, headers, signal }: CallOptions = {},
    body?: unknown,
  ): Promise<Answer> {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) search.append(name, String(value))
    }
    const asked = search.size > 0 ? `?${search}` : ''
    const answer = await fetchBounded(`${base}/${path.replace(/^\/+/, '')}${asked}`, {
      ...options,
      signals: [options.signal, signal],
      init: {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    })
    if (!answer.ok) throw statusError(answer)
    return answer
  }

  return {
    get: async (path, more) => parseBody(await call('GET', path, more)),
    async getBlob(path, more) {
      const { bytes, headers } = await call('GET', path, more)
      return new Blob([bytes], { type: headers.get('content-type') ?? '' })
    },
    post: async (path, body, more) => parseBody(await call('POST', path, more, body)),
    put: async (path, body, more) => parseBody(await call('PUT', path, more, body)),
    delete: async (path, more) => parseBody(await call('DELETE', path, more)),
  }
}

/** The error of the catalogue behind a status or a server's sentence (SPEC §8); any other error comes back as it is. */
export function fromResponse(error: unknown): unknown {
  if (!isLatchkeyError(error, 'HTTP_STATUS')) return error
  const { status, message } = error.context
  const mapped =
    typeof message === 'string' ? serverMessages.find(([pattern]) => pattern.test(message))?.[1] : undefined
  const code: ErrorCode | undefined =
    mapped ?? (status === 429 ? 'APKT010' : Number(status) >= 500 ? 'APKT009' : undefined)
  return code ? createError(code, { context: error.context, cause: error }) : error
}

function statusError({ status, bytes }: Answer): LatchkeyError {
  const text = toText(bytes)
  let body: Refusal | null = { message: text }
  try {
    body = JSON.parse(text)
  } catch {}
  const [reason] = Array.isArray(body?.reasons) ? body.reasons : []
  const found = {
    message: body?.message,
    refusal: body?.code,
    reasonOf: reason?.name,
    reason: reason?.description,
  }
  const texts = Object.entries(found).filter(([, value]) => typeof value === 'string')
  return createError('HTTP_STATUS', {
    context: {
      status,
      ...Object.fromEntries(texts.map(([name, value]) => [name, `${value}`.slice(0, 300)])),
    },
  })
}

/** As much of a `RouteError` as its sender kept to. */
interface Refusal {
  readonly message?: unknown
  readonly code?: unknown
  readonly reasons?: readonly ({ readonly name?: unknown; readonly description?: unknown } | null)[]
}

function parseBody({ status, bytes }: Answer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(toText(bytes))
  } catch (cause) {
    throw createError('APKT009', { context: { status, reason: 'not JSON' }, cause })
  }
}

export interface Answer {
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface FetchOptions extends Pick<HttpOptions, 'fetch' | 'clock' | 'timeout' | 'limit'> {
  readonly init: RequestInit
  readonly signals: readonly (AbortSignal | undefined)[]
}

/**
 * One request without cookies, bounded in time and size. The referrer is at most the page's origin.
 * @throws LatchkeyError RPC_ABORTED when a signal aborts; HTTP_STATUS with status 0 when no answer came, of kind
 * 'timeout' or 'offline', or when the answer is too large.
 */
export async function fetchBounded(url: string, options: FetchOptions): Promise<Answer> {
  const { clock = systemClock, timeout = limits.rpcTimeout, limit = 2_000_000 } = options
  // Called as a plain function: `fetch` refuses to be a method of another object.
  const request = options.fetch ?? fetch
  const ending = new AbortController()
  const stop = () => ending.abort()
  const signals = options.signals.filter(signal => signal !== undefined)
  for (const signal of signals) signal.aborted ? stop() : signal.addEventListener('abort', stop)
  let late = false
  const cancel = clock.setTimeout(() => {
    late = true
    stop()
  }, timeout)
  try {
    const response = await request(url, {
      credentials: 'omit',
      referrerPolicy: 'strict-origin',
      ...options.init,
      signal: ending.signal,
    })
    const bytes = await readBytes(response, limit)
    return { status: response.status, ok: response.ok, headers: response.headers, bytes }
  } catch (cause) {
    if (signals.some(signal => signal.aborted)) throw createError('RPC_ABORTED', { cause })
    const kind = late ? 'timeout' : 'offline'
    const { code, message } = createError('HTTP_STATUS', { context: { status: 0 } })
    throw new LatchkeyError({ code, message, kind, context: { status: 0 }, cause })
  } finally {
    cancel()
    stop()
    for (const signal of signals) signal.removeEventListener('abort', stop)
  }
}

async function readBytes(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length
    if (size > limit) throw new RangeError(`The answer has more than ${limit} bytes`)
    parts.push(part.value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Bytes as UTF-8 text. */
export function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
