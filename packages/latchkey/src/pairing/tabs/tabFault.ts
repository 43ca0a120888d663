import type { LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { type ErrorCode, errorTable } from '../../contract/errors/table.ts'
import type { TabFault } from './parseTabMessage.ts'

/** An error as plain data, for another tab; its cause stays here. */
export function toTabFault(cause: unknown): TabFault {
  const { code = 'UNKNOWN', message = String(cause), context = {} } = (cause ?? {}) as Partial<LatchkeyError>
  return { code, message, context }
}

/** The error again. */
export function fromTabFault({ code, message, context }: TabFault): LatchkeyError {
  const known = Object.hasOwn(errorTable, code) ? (code as ErrorCode) : 'UNKNOWN'
  return createError(known, { context, message })
}
