import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'
import type { ColumnTypes, Migration } from './migration.ts'
import { openSqliteReader } from './openSqliteReader.ts'
import { refuseTransactions } from './refuseTransactions.ts'
import { toSqlValues } from './sqlValue.ts'
import { startSqliteWriter } from './startSqliteWriter.ts'
import type { Store, WriteRows } from './store.ts'
import { isStoreError, StoreError } from './storeError.ts'

const sqliteTypes: ColumnTypes = {
  engine: 'sqlite',
  text: 'TEXT',
  int64: 'INTEGER',
  blob: 'BLOB',
  flag: 'INTEGER',
  json: 'TEXT',
  table: ' STRICT',
}

export interface SqliteStoreOptions {
  /** Folder of the database; it is made, readable by its owner alone, when it does not exist. */
  readonly folder: string
  /** Every step of the schema, oldest first. */
  readonly migrations: readonly Migration[]
  /** Milliseconds to wait for another process's write lock; 5000 by default. */
  readonly busyTimeout?: number
  /** Bytes beyond which the database refuses to grow; no limit by default. */
  readonly maxBytes?: number
}

/**
 * The store on one machine: SQLite in WAL mode, a reading connection on this thread and a writing one on its own.
 * @throws StoreError with one clear sentence when the folder cannot be used.
 */
export async function createSqliteStore<D = Database>(options: SqliteStoreOptions): Promise<Store<D>> {
  const busyTimeout = options.busyTimeout ?? 5_000
  makeFolder(options.folder)
  const file = join(options.folder, 'latchkey.db')
  makeFile(file)
  const writer = await startSqliteWriter({
    file,
    busyTimeout,
    maxBytes: options.maxBytes,
    migrations: options.migrations.map(({ id, name, statements }) => ({
      id,
      name,
      statements: statements(sqliteTypes),
    })),
  }).catch((error: unknown) => {
    if (!isStoreError(error)) throw error
    throw new StoreError(
      { code: error.code, message: `${error.message} (data folder ${options.folder})` },
      error,
    )
  })
  const db = openSqliteReader<D>(file, busyTimeout)
  // Kysely closes a connection only once it has used it.
  await db.selectNoFrom(eb => eb.val(1).as('one')).execute()
  let closing: Promise<void> | undefined

  return {
    steps: options.migrations.length,
    db: db as never,
    compose: db,
    async write<const Q extends readonly CompiledQuery[]>(queries: Q) {
      if (closing !== undefined) throw new StoreError({ code: 'closed', message: 'The store is closed' })
      refuseTransactions(queries)
      const batch = queries.map(({ sql, parameters }) => ({ sql, parameters: toSqlValues(parameters) }))
      return (batch.length === 0 ? [] : await writer.write(batch)) as WriteRows<Q>
    },
    async check() {
      if (closing !== undefined) throw new StoreError({ code: 'closed', message: 'The store is closed' })
      if (writer.lost !== undefined) throw writer.lost
      await db.selectNoFrom(eb => eb.val(1).as('one')).execute()
    },
    close() {
      closing ??= (async () => {
        // An empty batch comes back after all that wait. Then the reader goes first: the last connection out tidies the
        // WAL away, and only the writer can.
        await writer.write([]).catch(() => {})
        await db.destroy()
        await writer.close()
      })()
      return closing
    },
  }
}

/** SQLite itself would make it readable for everybody who may enter the folder; what it puts beside it is like it. */
function makeFile(file: string): void {
  try {
    // One that is there is not touched: closing it would let go of the locks that another store of this process has on it.
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // SQLite finds the same, and says so.
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StoreError(
      {
        code: code === 'ENOSPC' ? 'full' : 'readonly',
        message: `The data folder ${folder} cannot be made (${code ?? 'unknown error'})`,
      },
      error,
    )
  }
}
