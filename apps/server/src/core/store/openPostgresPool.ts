import pg from 'pg'
import { StoreError } from './storeError.ts'

export interface PoolOptions {
  readonly url: string
  readonly size: number
  /** Milliseconds for one statement; 0: as long as it takes. */
  readonly statementTimeout: number
  /** Milliseconds to wait for a connection. */
  readonly connectTimeout: number
  readonly readOnly: boolean
  /** Sends statements without waiting for the answers of those before. */
  readonly pipeline?: boolean
}

// Object ids of PostgreSQL's own types.
const bool = 16
const int8 = 20
const numeric = 1700

/** Connections that answer in the values both engines have (DECISIONS T14); they come back by themselves after an outage. */
export function openPostgresPool(options: PoolOptions): pg.Pool {
  const { statementTimeout, readOnly } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    connectionTimeoutMillis: options.connectTimeout,
    // The client's own patience, for a server that says nothing any more.
    query_timeout: statementTimeout === 0 ? 0 : statementTimeout + 1_000,
    pipeline: options.pipeline ?? false,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
    application_name: 'latchkey',
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parserOf(oid, format) },
  })
  pool.on('connect', client => {
    // A connection that dies during a query rejects that query; the event adds nothing.
    client.on('error', () => {})
    const readOnlyDefault = readOnly ? '; SET default_transaction_read_only = on' : ''
    // The next query on the connection waits behind this one; if it fails, the connection closes and that query
    // rejects.
    client
      .query(
        `SET statement_timeout = ${statementTimeout}; SET idle_in_transaction_session_timeout = 60000${readOnlyDefault}`,
      )
      .catch(() => {})
  })
  // A connection that dies while idle is replaced by the next one.
  pool.on('error', () => {})
  return pool
}

function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8 || oid === numeric) return toWholeNumber
  if (oid === bool) return value => (value === 't' ? 1 : 0)
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown
}

function toWholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new StoreError({
      code: 'invalid',
      message: 'The query yields a number that is not a safe whole number',
    })
  return value
}
