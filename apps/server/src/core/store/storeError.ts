/** Why the store refused or failed. */
export type StoreErrorCode =
  /** A rule of the schema refused the write. */
  | 'constraint'
  /** The query or a value in it is not one the store takes. */
  | 'invalid'
  /** No room is left on the disk, or the database reached its size limit. */
  | 'full'
  /** The folder or the database cannot be written. */
  | 'readonly'
  /** Another process held a lock too long, a query took too long, or too many writes are waiting. */
  | 'busy'
  /** The database cannot be reached; nothing of the batch was written. */
  | 'away'
  /** The store was closed. */
  | 'closed'
  /** The store broke; whether a pending write happened is unknown. */
  | 'failed'

/** What crosses the thread boundary in place of an error. */
export interface StoreFault {
  readonly code: StoreErrorCode
  readonly message: string
}

/** Thrown by every store call; matched by name and code. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(fault: StoreFault, cause?: unknown) {
    super(fault.message, cause === undefined ? undefined : { cause })
    this.code = fault.code
  }
}

/** Whether the value is a store error, of the given code if one is named. */
export function isStoreError(value: unknown, code?: StoreErrorCode): value is StoreError {
  return (
    value instanceof Error &&
    value.name === 'StoreError' &&
    (code === undefined || (value as StoreError).code === code)
  )
}
