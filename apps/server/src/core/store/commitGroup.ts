import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SqlValue } from './sqlValue.ts'
import type { StoreErrorCode, StoreFault } from './storeError.ts'

interface WriteQuery {
  readonly sql: string
  readonly parameters: readonly SqlValue[]
}

/** Queries that happen together or not at all. */
export type WriteBatch = readonly WriteQuery[]

export type WriteOutcome = { readonly rows: readonly (readonly unknown[])[] } | { readonly fault: StoreFault }

export interface Waiting {
  readonly batch: WriteBatch
  readonly settle: (outcome: WriteOutcome) => void
}

type Prepare = (sql: string) => StatementSync

/**
 * Writes several batches with one COMMIT, a savepoint each, and settles all of them after it: a failing batch affects
 * no other. Throws a fault of the disk or the file: the written state is then unknown, so the writer has to stop.
 */
export function commitGroup(db: DatabaseSync, prepare: Prepare, group: readonly Waiting[]): void {
  let rest = group
  while (rest.length > 0) rest = attempt(db, prepare, rest)
}

/** Settles what it can and returns what has to run again. */
function attempt(db: DatabaseSync, prepare: Prepare, group: readonly Waiting[]): readonly Waiting[] {
  try {
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    const fault = toFault(error)
    for (const waiting of group) waiting.settle({ fault })
    return []
  }
  const outcomes: WriteOutcome[] = []
  for (const waiting of group) {
    try {
      db.exec('SAVEPOINT batch')
      const rows = waiting.batch.map(query => run(prepare, query))
      db.exec('RELEASE batch')
      outcomes.push({ rows })
    } catch (error) {
      const outcome = { fault: toFault(error) }
      if (!db.isTransaction) {
        // SQLite gave the whole transaction up (a full disk, for one): the neighbours go again without the culprit.
        waiting.settle(outcome)
        return group.filter(other => other !== waiting)
      }
      db.exec('ROLLBACK TO batch')
      db.exec('RELEASE batch')
      outcomes.push(outcome)
    }
  }
  try {
    db.exec('COMMIT')
  } catch (error) {
    const fault = toFault(error)
    if (db.isTransaction) db.exec('ROLLBACK')
    if (group.length === 1) group[0]?.settle({ fault })
    // Which batch the commit choked on is unknown: each gets a commit of its own.
    else for (const waiting of group) commitGroup(db, prepare, [waiting])
    return []
  }
  group.forEach((waiting, index) => {
    const outcome = outcomes[index]
    if (outcome !== undefined) waiting.settle(outcome)
  })
  return []
}

function run(prepare: Prepare, { sql, parameters }: WriteQuery): readonly unknown[] {
  const statement = prepare(sql)
  if (statement.columns().length > 0) return statement.all(...parameters)
  statement.run(...parameters)
  return []
}

// Primary result codes of SQLite, https://sqlite.org/rescode.html
const codes: Readonly<Record<number, StoreErrorCode>> = {
  1: 'invalid', // SQLITE_ERROR
  5: 'busy', // SQLITE_BUSY
  6: 'busy', // SQLITE_LOCKED
  8: 'readonly', // SQLITE_READONLY
  13: 'full', // SQLITE_FULL
  18: 'invalid', // SQLITE_TOOBIG
  19: 'constraint', // SQLITE_CONSTRAINT
  20: 'invalid', // SQLITE_MISMATCH
  25: 'invalid', // SQLITE_RANGE
}

const texts: Partial<Readonly<Record<StoreErrorCode, string>>> = {
  busy: 'The store is busy: another process holds its write lock',
  readonly: 'The store cannot be written',
  full: 'The store is full: no room is left on the disk, or its size limit is reached',
}

/** @throws the error itself when it is none that a later write could survive. */
export function toFault(error: unknown): StoreFault {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string }
  const known = errcode === undefined ? undefined : codes[errcode & 0xff]
  if (known !== undefined) return { code: known, message: texts[known] ?? message }
  // A value that a query yields but JavaScript cannot hold, or a query with the wrong number of values.
  if (errcode === undefined && code?.startsWith('ERR_')) return { code: 'invalid', message }
  throw error
}
