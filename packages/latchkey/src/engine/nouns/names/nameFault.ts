import { isLatchkeyError, type LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import { cleanName } from '../identity/cleanName.ts'

/** The errors of names in SPEC §8. */
export type NameErrorCode = Extract<
  ErrorCode,
  'NAME_RESOLVE_FAILED' | 'NAME_SUGGESTIONS_FAILED' | 'NAME_LOOKUP_FAILED' | 'NAME_REGISTER_FAILED'
>

/** What the services said of a call: their code, their first reason, and what it is about. */
export interface NameRefusal {
  /** A `RouteErrorCode`; undefined where nothing answered, or not as the services do. */
  readonly code: string | undefined
  readonly reason: string | undefined
  readonly about: string | undefined
  /** 0 when nothing answered. */
  readonly status: number
}

/** Reads what the services said; undefined for what is no answer of theirs. Reasons are cleaned as strangers' names are (T67). */
export function refusalOf(cause: unknown): NameRefusal | undefined {
  if (!isLatchkeyError(cause)) return undefined
  const { status, refusal, reason, reasonOf } = cause.context
  if (typeof status !== 'number') return undefined
  return {
    status,
    code: typeof refusal === 'string' ? refusal : undefined,
    reason: typeof reason === 'string' ? cleanName(reason, 160) : undefined,
    about: typeof reasonOf === 'string' ? reasonOf : undefined,
  }
}

/** The error of a call about names: the first reason of the services, else SPEC §8's sentence. */
export function nameFault(
  code: NameErrorCode,
  cause: unknown,
  context: { readonly name?: string } = {},
): LatchkeyError {
  const reason = refusalOf(cause)?.reason
  return createError(code, { cause, context, ...(reason !== undefined && { message: reason }) })
}
