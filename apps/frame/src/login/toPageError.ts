import { createError, LatchkeyError } from 'latchkey/contract'
import { type RouteErrorCode, routeErrors } from 'latchkey/services'
import { CustodyRefusal } from '../keys/custodyClient.ts'

/** Converts a refusal of the services to the page's error: its code, and the seconds to wait. */
export function toPageError(error: unknown): unknown {
  if (!(error instanceof CustodyRefusal)) return error
  const { code, retryAfter } = error
  if (!Object.hasOwn(routeErrors, code)) return createError('EMAIL_LOGIN_UNAVAILABLE', { cause: error })
  return new LatchkeyError({
    code,
    kind: 'invalid',
    message: routeErrors[code as RouteErrorCode].message,
    cause: error,
    context: retryAfter === undefined ? {} : { n: retryAfter },
  })
}
