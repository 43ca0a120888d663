import { type RouteError, type RouteErrorCode, routeErrors } from 'latchkey/services'
import type { AppContext } from './appTypes.ts'

interface RouteFaultOptions {
  readonly reasons?: RouteError['reasons']
  /** Instead of the code's own, as for a server that is only out for a moment. */
  readonly status?: 503
  /** Seconds after which the caller may come back. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** A refusal to be sent to the client (SPEC §8); thrown by the gate, the parsers and the handlers. */
export class RouteFault extends Error {
  override readonly name = 'RouteFault'
  readonly code: RouteErrorCode
  readonly status: (typeof routeErrors)[RouteErrorCode]['status'] | 503
  readonly reasons: RouteError['reasons']
  readonly retryAfter: number | undefined

  constructor(code: RouteErrorCode, options: RouteFaultOptions = {}) {
    // SPEC §5's sentence about waiting has the seconds in it.
    const message = routeErrors[code].message.replace('{n}', String(options.retryAfter ?? 1))
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = options.status ?? routeErrors[code].status
    this.reasons = options.reasons ?? []
    this.retryAfter = options.retryAfter
  }
}

/** The refusal in the one shape all calls share (SPEC-NOTES §7). */
export function toRouteError(fault: RouteFault, requestId: string): RouteError {
  return { code: fault.code, message: fault.message, reasons: fault.reasons, requestId }
}

/** Sets the headers that go with a refusal. */
export function setFaultHeaders(c: AppContext, fault: RouteFault): void {
  if (fault.retryAfter !== undefined) c.header('Retry-After', String(fault.retryAfter))
}
