import { limits } from 'latchkey/contract'
import { CustodyRefusal } from '../../keys/custodyClient.ts'

/** Milliseconds since 1970 from when on what was refused for a cool-down may be tried again. */
export function cooldownEnd(failure: unknown): number {
  const seconds = failure instanceof CustodyRefusal ? failure.retryAfter : undefined
  return Date.now() + (seconds === undefined ? limits.emailCooldown : seconds * 1_000)
}
