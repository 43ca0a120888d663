/** What the clients of JSON-RPC, REST and GraphQL nodes share: how an answer is read, and what a failure becomes. */
import { createError } from '../../contract/errors/createError.ts'
import { type Answer, toText } from './http.ts'

/** The statuses on which the same URL is asked again (SPEC §7). */
export const retriedStatuses: readonly unknown[] = [403, 408, 413, 429, 500, 502, 503, 504]
/** Milliseconds; a longer `Retry-After` counts as this. */
const longestPause = 10_000

/** The body as JSON; undefined when it is not JSON. */
export function parseJson(bytes: Uint8Array, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(toText(bytes), reviver)
  } catch {
    return undefined
  }
}

/** Milliseconds that the server asks to be left alone for. */
export function pauseOf({ headers }: Pick<Answer, 'headers'>, now: number): number {
  const asked = headers.get('retry-after')
  if (!asked) return 0
  const seconds = Number(asked)
  const pause = Number.isNaN(seconds) ? Date.parse(asked) - now : seconds * 1_000
  return Math.min(Math.max(pause || 0, 0), longestPause)
}

/** What a node says, at most 1,000 characters; empty for what is no text: an object may refuse to be turned into one. */
export function wordsOf(message: unknown): string {
  return typeof message === 'string' ? message.slice(0, 1_000) : ''
}

/** LatchkeyError UNKNOWN with the method, and the code and the message of its cause. */
export function nodeFailure(method: string, cause: unknown): Error {
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return createError('UNKNOWN', { context: { method, code, reason: wordsOf(message).slice(0, 300) }, cause })
}

/** LatchkeyError RPC_ABORTED of a method. */
export function callAborted(method: string): Error {
  return createError('RPC_ABORTED', { context: { method } })
}
