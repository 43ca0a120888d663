/** The one mapper from what a relay says to errors of ours (SPEC §8). */
import type { LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { type ErrorCode, serverMessages } from '../../contract/errors/table.ts'
import { relayErrors, relayRefusals } from '../../contract/relay.ts'

/** An error answer, or the reason of a refusal. `relayCode` is the number of the answer or the close code. */
export function relayFault(relayCode: number, text: string): LatchkeyError {
  const reason = text.replace(/^Authorization error: /, '').slice(0, 300)
  return createError(codeOf(relayCode, reason), { context: { relayCode, reason } })
}

function codeOf(relayCode: number, reason: string): ErrorCode {
  for (const { reason: start, error } of Object.values(relayRefusals)) {
    if (reason.startsWith(start)) return error
  }
  const [, mapped] = serverMessages.find(([pattern]) => pattern.test(reason)) ?? []
  if (mapped) return mapped
  if (/^Project not found/i.test(reason)) return 'APKT007'
  return relayCode === relayErrors.TooManyRequests.code ? 'APKT010' : 'APKT009'
}
