import type { WaitingChange } from 'latchkey/services'
import { CustodyRefusal } from '../keys/custodyClient.ts'

/** The answer, unless the change waits because this browser has no key share any more. @throws CustodyRefusal WAITS */
export function requireMade<T extends { readonly waits?: WaitingChange | undefined }>(answer: T): T {
  if (answer.waits !== undefined) throw new CustodyRefusal('WAITS')
  return answer
}
