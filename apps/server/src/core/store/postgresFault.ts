import { isStoreError, StoreError, type StoreErrorCode } from './storeError.ts'

// https://www.postgresql.org/docs/current/errcodes-appendix.html; whole codes go before their class.
const codes: Readonly<Record<string, StoreErrorCode>> = {
  '08': 'away', // connection exception
  '0A': 'invalid', // feature not supported
  22: 'invalid', // data exception
  23: 'constraint',
  25006: 'readonly', // read-only transaction: a standby
  28: 'away', // invalid authorization
  '3D': 'away', // no such database
  '3F': 'invalid', // no such schema
  40: 'busy', // serialization failure, deadlock
  42: 'invalid', // syntax error or access rule violation
  42501: 'readonly', // insufficient privilege
  53: 'busy', // insufficient resources, too many connections
  53100: 'full', // disk full
  54: 'invalid', // program limit exceeded
  '55P03': 'busy', // lock not available
  57014: 'busy', // cancelled by the statement time-out
  '57P': 'away', // shut down, or still starting
}

const texts: Partial<Readonly<Record<StoreErrorCode, string>>> = {
  busy: 'The store is busy: a lock, a connection or an answer took too long',
  readonly: 'The store cannot be written',
  full: 'The store is full: no room is left on the disk of the database',
  away: 'The database cannot be reached',
}

/**
 * Converts a driver error; one without a code of PostgreSQL's is a failed connection. Stores only the error's code and
 * a message without values, because its details hold rows.
 */
export function postgresFault(error: unknown): StoreError {
  if (isStoreError(error)) return error
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  // All connections are in use; the database itself may be well.
  if (message.startsWith('timeout exceeded'))
    return new StoreError({ code: 'busy', message: texts.busy ?? message })
  // Five characters with a digit are PostgreSQL's; EPIPE and the like are the system's.
  const isState = /^(?=.*\d)[0-9A-Z]{5}$/.test(code)
  const kind = isState
    ? (codes[code] ?? codes[code.slice(0, 3)] ?? codes[code.slice(0, 2)] ?? 'failed')
    : 'away'
  const text = code.startsWith('22')
    ? 'A value of the query is none that its column takes'
    : (texts[kind] ?? message)
  const safe = kind === 'away' && code !== '' ? `${text} (${code})` : text
  return new StoreError({ code: kind, message: safe }, new PostgresCode(code))
}

/** The stored part of the driver's error. */
class PostgresCode extends Error {
  override readonly name = 'PostgresCode'
  readonly code: string

  constructor(code: string) {
    super(code === '' ? 'connection' : code)
    this.code = code
  }
}

/** Whether a transaction failed only because of what ran beside it, and was undone wholly. */
export function isWorthRetry({ cause }: StoreError): boolean {
  return cause instanceof PostgresCode && (cause.code === '40001' || cause.code === '40P01')
}

/** Whether the other end takes no writes at all, as a primary that was exchanged and came back as a standby. */
export function isOfStandby({ cause }: StoreError): boolean {
  return cause instanceof PostgresCode && cause.code === '25006'
}
