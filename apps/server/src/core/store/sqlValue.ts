import { StoreError } from './storeError.ts'

/** What may be bound on both engines: text, whole numbers, blobs, null. Flags are 0 and 1, times ms since 1970. */
export type SqlValue = string | bigint | Uint8Array | null

/** What SQLite takes; PostgreSQL takes twice as many. */
const mostValues = 32_766

/**
 * Checks the values of a query and brings them to the form in which they are bound: whole numbers as int64, so that
 * SQLite never sees a float; blobs as copies, so that a later change or a shared pool does not travel with them.
 * @throws StoreError invalid, naming the place, never the value.
 */
export function toSqlValues(parameters: readonly unknown[]): SqlValue[] {
  if (parameters.length > mostValues)
    throw new StoreError({
      code: 'invalid',
      message: `The query has ${parameters.length} values; SQLite takes ${mostValues} in a statement`,
    })
  return parameters.map((value, index) => {
    if (value === null) return null
    if (typeof value === 'string') {
      // PostgreSQL refuses NUL in text and both engines mangle lone surrogates: better never stored than stored twice.
      if (value.includes('\0') || !value.isWellFormed())
        throw refused(index, 'text with NUL or broken UTF-16')
      return value
    }
    if (typeof value === 'number') {
      if (!Number.isSafeInteger(value)) throw refused(index, 'a number that is not a safe whole number')
      return BigInt(value)
    }
    if (value instanceof Uint8Array) return new Uint8Array(value)
    throw refused(index, value instanceof Date ? 'a Date' : `a ${typeof value}`)
  })
}

function refused(index: number, what: string): StoreError {
  return new StoreError({ code: 'invalid', message: `Value ${index + 1} of the query is ${what}` })
}
