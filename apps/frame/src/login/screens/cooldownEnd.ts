import { limits } from 'latchkey/contract'
import { CustodyRefusal } from '../../keys/custodyClient.ts'

/** The end of a cool-down, in milliseconds since 1970: a refused request may be tried again from then on. */
export function cooldownEnd(failure: unknown): number {
  const seconds = failure instanceof CustodyRefusal ? failure.retryAfter : undefined
  return Date.now() + (seconds === undefined ? limits.emailCooldown : seconds * 1_000)
}
