import { isLatchkeyError } from '../../../contract/error.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import type { SignInFailure } from './signInTransition.ts'

/** By the reason that an adapter gives. */
const reasons: Readonly<Record<string, SignInFailure>> = {
  'request-pending': 'pending',
  'text-refused': 'unfit',
  'text-too-long': 'long',
  'transaction-changed': 'changed',
}

/** What a visitor can do about a sign-in that did not come about. */
export function failureOf(cause: unknown): SignInFailure {
  // A host's own provider may throw what it likes, a failed fetch among it.
  if (!isLatchkeyError(cause)) return cause instanceof TypeError ? 'offline' : 'refused'
  if (cause.code === 'SIGN_REJECTED') return 'rejected'
  const { reason } = cause.context
  const known = typeof reason === 'string' && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  if (known) return known
  if (cause.code === 'ACTION_NOT_ALLOWED') return 'unable'
  if (cause.code === 'HTTP_STATUS') return cause.context.status === 0 ? 'offline' : 'refused'
  if (cause.kind === 'offline' || cause.kind === 'timeout') return 'offline'
  return 'other'
}

/** The error code of a failure (SPEC §8). */
export function codeOf(cause: unknown): ErrorCode {
  return isLatchkeyError(cause, 'SIGN_REJECTED') ? 'SIGN_REJECTED' : 'SIGN_FAILED'
}
