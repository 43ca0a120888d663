/** The one mapper from what a relay says to errors of ours (SPEC §8). */
import type { LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { type ErrorCode, serverMessages } from '../../contract/errors/table.ts'

/** What relays say besides the sentences of SPEC §8; ours and others (`relayRefusals`). */
const sentences: typeof serverMessages = [
  [/^Unauthorized: auth|^Project not found/i, 'APKT007'],
  [/^Project ID is missing/i, 'APKT008'],
  [/^JWT Token/, 'APKT006'],
]
const tooManyRequests = 3_001

/** An error answer, or the reason of a refusal. `relayCode` is the number of the answer or the close code. */
export function relayFault(relayCode: number, text: string): LatchkeyError {
  const reason = text.replace(/^Authorization error: /, '').slice(0, 300)
  const [, known] = [...serverMessages, ...sentences].find(([pattern]) => pattern.test(reason)) ?? []
  const code: ErrorCode = known ?? (relayCode === tooManyRequests ? 'APKT010' : 'APKT009')
  return createError(code, { context: { relayCode, reason } })
}
