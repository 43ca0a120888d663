import { isLatchkeyError, type LatchkeyError } from '../error.ts'
import { createError } from './createError.ts'

/** Returns our own error as it is and wraps anything else that ended a connect in CONNECT_FAILED (SPEC §8). */
export function toConnectError(cause: unknown): LatchkeyError {
  return isLatchkeyError(cause) ? cause : createError('CONNECT_FAILED', { cause })
}
