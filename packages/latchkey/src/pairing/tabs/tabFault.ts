import { type LatchkeyError, LatchkeyError as LatchkeyFailure } from '../../contract/error.ts'
import { errorTable } from '../../contract/errors/table.ts'
import type { TabFault } from './parseTabMessage.ts'

/** An error as plain data, for another tab; its cause stays here. */
export function toTabFault(cause: unknown): TabFault {
  const { code = 'UNKNOWN', message = String(cause), context = {} } = (cause ?? {}) as Partial<LatchkeyError>
  return { code, message, context }
}

/** The error again. */
export function fromTabFault({ code, message, context }: TabFault): LatchkeyError {
  const known = Object.hasOwn(errorTable, code) ? (code as keyof typeof errorTable) : 'UNKNOWN'
  return new LatchkeyFailure({ code: known, kind: errorTable[known].kind, message, context })
}
