import {
  formatRouteUrl,
  type RouteDefinition,
  type RouteRequest,
  type RouteResponse,
  readRouteAnswer,
  readRouteError,
} from 'latchkey/services'
import type { ServicesClock } from './servicesClock.ts'

/** Makes the custody calls of the contract. */
export interface CustodyClient {
  /** @throws CustodyRefusal for what the services refuse, or when they cannot be reached; `offline` as well once `signal` ends it. */
  call<R extends RouteDefinition>(route: R, body?: BodyOf<R>, signal?: AbortSignal): Promise<RouteResponse<R>>
}

type BodyOf<R extends RouteDefinition> = RouteRequest<R>['body']

/** A refusal of the services, by its code of the contract; `offline` when there was no valid answer. */
export class CustodyRefusal extends Error {
  override readonly name = 'CustodyRefusal'
  readonly code: string
  /** Seconds to wait, where they said so. */
  readonly retryAfter: number | undefined
  /** Names of the reasons that they gave. */
  readonly reasons: readonly string[]

  constructor(code: string, retryAfter?: number, reasons: readonly string[] = []) {
    super(code)
    this.code = code
    this.retryAfter = retryAfter
    this.reasons = reasons
  }
}

/** How a call shows who makes it: login's token, and the device's proof for it (`DeviceKey.prove`). */
export type ProveCall = (call: {
  readonly method: string
  readonly url: string
  readonly body?: object | undefined
}) => Promise<Readonly<Record<string, string>>>

export function createCustodyClient(deps: {
  /** Base URL of the services. */
  readonly services: string
  readonly projectId: string
  readonly prove: ProveCall
  readonly fetch: typeof fetch
  /** The clock that dates proofs: where an answer shows that it was wrong, a call refused with 401 is repeated once. */
  readonly clock?: ServicesClock
  /** Milliseconds that an answer may take; 20 s unless given. */
  readonly patience?: number
}): CustodyClient {
  const { services, projectId, prove, clock, patience = 20_000 } = deps
  const base = services.replace(/\/+$/, '')
  return { call: (route, body, signal) => ask({ route, body, signal }) }

  async function ask<R extends RouteDefinition>(
    asked: {
      readonly route: R
      readonly body: BodyOf<R> | undefined
      readonly signal: AbortSignal | undefined
    },
    isSecond = false,
  ): Promise<RouteResponse<R>> {
    const { route, body, signal } = asked
    const { method } = route
    const offset = clock?.offset
    const headers = await prove({ method, url: base + route.path, body: body as object | undefined })
    let response: Response
    let answer: unknown
    try {
      const query = { projectId } as never
      response = await deps.fetch(formatRouteUrl(base, route, { query }), {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: signal
          ? AbortSignal.any([AbortSignal.timeout(patience), signal])
          : AbortSignal.timeout(patience),
        ...(body && { body: JSON.stringify(body) }),
      })
      answer = await response.json()
    } catch {
      throw new CustodyRefusal('offline')
    }
    clock?.learn(response.headers.get('date'))
    // True also where the answer to a concurrent call corrected the clock first.
    const wasWrong = clock?.offset !== offset
    if (response.status === 401 && wasWrong && !isSecond) return ask(asked, true)
    if (!response.ok) {
      const refusal = readRouteError(answer)
      const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
      throw new CustodyRefusal(
        refusal?.code ?? 'offline',
        Number.isFinite(wait) ? wait : undefined,
        refusal?.reasons.map(({ name }) => name),
      )
    }
    const read = readRouteAnswer(route, answer)
    if (read === undefined) throw new CustodyRefusal('offline')
    return read
  }
}
