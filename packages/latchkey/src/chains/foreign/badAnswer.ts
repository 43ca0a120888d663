import type { LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'

/** Makes the error of an invalid answer, with the answer's type only: the answer itself may be anything. */
export function badAnswer(method: string, answer: unknown): LatchkeyError {
  const got = answer === null ? 'null' : typeof answer
  return createError('WALLET_BAD_ANSWER', { context: { method, got } })
}
