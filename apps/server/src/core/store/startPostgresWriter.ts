import type pg from 'pg'
import type { WriteBatch } from './commitGroup.ts'
import { isOfStandby, isWorthRetry, postgresFault } from './postgresFault.ts'
import { createStatementNames, type StatementNames } from './statementNames.ts'
import { StoreError } from './storeError.ts'

type Rows = readonly (readonly unknown[])[]

interface PostgresWriter {
  /** @throws StoreError */
  write(batch: WriteBatch): Promise<Rows>
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>
}

interface Waiting {
  readonly batch: WriteBatch
  readonly resolve: (rows: Rows) => void
  readonly reject: (error: StoreError) => void
}

const mostWaiting = 10_000
/** Batches that share a COMMIT: enough to spare the disk, few enough to hold locks only for a moment. */
const largestGroup = 64
const attempts = 5

/**
 * Writes batches over one connection, in their order; waiting batches share a transaction, sent in one go. When it
 * fails, each batch gets its own transaction, so that a failing batch affects no other. `onStandby` reports a
 * connection to a read-only database, which is closed: the name resolves to another one eventually.
 */
export function startPostgresWriter(pool: pg.Pool, onStandby: () => void = () => {}): PostgresWriter {
  const waiting: Waiting[] = []
  const names: Names = createStatementNames()
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    // Batches added in the same turn go together.
    await Promise.resolve()
    while (waiting.length > 0) {
      let client: pg.PoolClient
      try {
        client = await pool.connect()
      } catch (error) {
        const fault = postgresFault(error)
        for (const { reject } of waiting.splice(0)) reject(fault)
        break
      }
      let lost = false
      while (waiting.length > 0 && !lost)
        lost = !(await commit({ client, names, onStandby }, waiting.splice(0, largestGroup)))
      client.release(lost || names.isFull(client))
    }
    working = undefined
  }

  return {
    write(batch) {
      if (waiting.length >= mostWaiting)
        return Promise.reject(
          new StoreError({ code: 'busy', message: 'The store is busy: too many writes are waiting' }),
        )
      return new Promise((resolve, reject) => {
        waiting.push({ batch, resolve, reject })
        working ??= work()
      })
    },
    async idle() {
      while (working !== undefined) await working
    },
  }
}

type Names = StatementNames<pg.PoolClient>

interface Connection {
  readonly client: pg.PoolClient
  readonly names: Names
  readonly onStandby: () => void
}

/** Settles a group; false once the connection is of no use any more. */
async function commit(connection: Connection, group: readonly Waiting[]): Promise<boolean> {
  let outcome = await run(connection, group)
  const isShared = group.length > 1
  for (let attempt = 1; 'fault' in outcome && !isShared && attempt < attempts; attempt++) {
    if (!isWorthRetry(outcome.fault)) break
    outcome = await run(connection, group)
  }
  if ('rows' in outcome) {
    for (const [index, each] of group.entries()) each.resolve(outcome.rows[index] ?? [])
    return true
  }
  const { fault, isLost } = outcome
  if (isOfStandby(fault)) connection.onStandby()
  if (isLost || !isShared) {
    for (const { reject } of group) reject(fault)
    return !isLost
  }
  let isFine = true
  for (const [index, each] of group.entries()) {
    isFine = await commit(connection, [each])
    if (isFine) continue
    for (const rest of group.slice(index + 1)) rest.reject(away())
    break
  }
  return isFine
}

type Outcome = { readonly rows: readonly Rows[] } | { readonly fault: StoreError; readonly isLost: boolean }

// It takes one statement, never two.
const extended = { queryMode: 'extended' }

/** Sends a group as one transaction without waiting in between; a single statement is its own transaction. */
async function run({ client, names }: Connection, group: readonly Waiting[]): Promise<Outcome> {
  const queries = group.flatMap(({ batch }) => batch)
  const bare = queries.length === 1
  const send = (text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> =>
    client.query({ text, values: [...values], name: names.nameOf(client, text), ...extended })
  const answers = await Promise.allSettled([
    ...(bare ? [] : [send('BEGIN')]),
    ...queries.map(({ sql, parameters }) => send(sql, parameters)),
    ...(bare ? [] : [send('COMMIT')]),
  ])
  // After the first failure all others only say that the transaction is aborted.
  const failed = answers.find(answer => answer.status === 'rejected')
  if (failed !== undefined) return failure(failed.reason, answers, bare)
  const results = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
  const rows = results.slice(bare ? 0 : 1, bare ? 1 : -1).map(result => result.rows)
  const ends = group.map((_, index) =>
    group.slice(0, index + 1).reduce((sum, { batch }) => sum + batch.length, 0),
  )
  return { rows: ends.map((end, index) => rows.slice(ends[index - 1] ?? 0, end)) }
}

/** A connection that breaks after the last statement was sent may have executed it: the outcome is unknown. */
function failure(reason: unknown, answers: readonly PromiseSettledResult<unknown>[], bare: boolean): Outcome {
  const fault = postgresFault(reason)
  // Nothing was written, and nothing will be by this one.
  if (isOfStandby(fault)) return { fault, isLost: true }
  const last = answers.at(-1)
  const isLost =
    fault.code === 'away' || (last?.status === 'rejected' && postgresFault(last.reason).code === 'away')
  if (!isLost) return { fault, isLost }
  const isUndone = !bare && fault.code !== 'away'
  return {
    fault: isUndone
      ? fault
      : new StoreError({ code: 'failed', message: 'The store lost its database' }, reason),
    isLost,
  }
}

function away(): StoreError {
  return new StoreError({ code: 'away', message: 'The database cannot be reached' })
}
