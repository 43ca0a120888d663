import { createError } from '../../contract/errors/createError.ts'
import {
  formatRouteUrl,
  type RouteDefinition,
  type RouteRequest,
  type RouteResponse,
  readRouteAnswer,
  readRouteError,
} from '../../contract/route.ts'
import { readText } from '../rpcCall.ts'

/** Bytes of an answer that are read: a hundred deliveries with all their attempts. */
const longestAnswer = 2_000_000

/** The services, and what a backend proves itself with. */
export interface ServicesAccess {
  /** The services' base URL, such as `https://services.example`. */
  readonly endpoint: string
  readonly projectId: string
  /** The project's secret, `sk_…`. It stays on the server: a page must never have it. */
  readonly secret: string
  /** Default: the runtime's own. */
  readonly fetch?: typeof fetch
}

interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
  /** Milliseconds. Default 15,000. */
  readonly timeout?: number
}

/**
 * Makes one call with the project's secret.
 * @throws LatchkeyError PAYMENT_INVALID when the services refuse it (`context.reason` is their code), PAYMENT_UNAVAILABLE when they do not answer, are
 * overloaded or answer with something else; it is not known then whether the call took effect, and the same idempotency key makes repeating it safe.
 */
export async function callServices<R extends RouteDefinition>(
  access: ServicesAccess,
  call: R,
  { params, query, body, idempotencyKey, timeout = 15_000 }: Call = {},
): Promise<RouteResponse<R>> {
  const url = formatRouteUrl(access.endpoint, call, {
    ...(params && { params }),
    query: { ...query, projectId: access.projectId } as unknown as RouteRequest<R>['query'] & object,
  })
  const headers: Record<string, string> = { authorization: `Bearer ${access.secret}` }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  const { status, value } = await send(access.fetch ?? fetch, url, {
    method: call.method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // The secret goes to the services alone.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  if (status >= 200 && status < 300) {
    const answer = readRouteAnswer(call, value)
    if (answer === undefined) throw unavailable({ reason: 'malformed', status })
    return answer
  }
  const fault = readRouteError(value)
  const context = {
    reason: fault?.code ?? 'malformed',
    status,
    ...(fault && { requestId: fault.requestId, reasons: fault.reasons }),
  }
  if (fault === undefined || status >= 500 || status === 429) throw unavailable(context)
  throw createError('PAYMENT_INVALID', { message: `The services refused: ${fault.message}`, context })
}

async function send(fetchIt: typeof fetch, url: string, init: RequestInit) {
  try {
    const response = await fetchIt(url, init)
    const text = await readText(response, longestAnswer)
    return { status: response.status, value: text === undefined ? undefined : parse(text) }
  } catch (cause) {
    throw unavailable({ reason: 'unreachable' }, cause)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unavailable(context: Readonly<Record<string, unknown>>, cause?: unknown) {
  return createError('PAYMENT_UNAVAILABLE', {
    message: 'The services did not answer',
    context,
    ...(cause !== undefined && { cause }),
  })
}
