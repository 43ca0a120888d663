import type { LatchkeyErrorOptions } from '../error.ts'
import { LatchkeyError } from '../error.ts'
import { type ErrorCode, errorTable } from './table.ts'

/** Makes the error of a code, and fills the `{name}` places of its text from the context (SPEC §8). */
export function createError(
  code: ErrorCode,
  options: Pick<LatchkeyErrorOptions, 'cause' | 'context'> & { readonly message?: string } = {},
): LatchkeyError {
  const row = errorTable[code]
  const message = (options.message ?? row.text).replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = options.context && Object.hasOwn(options.context, name) ? options.context[name] : undefined
    return value === undefined ? place : String(value).slice(0, 160)
  })
  return new LatchkeyError({
    code,
    kind: row.kind,
    message,
    ...(options.context && { context: options.context }),
    ...(options.cause !== undefined && { cause: options.cause }),
  })
}
