import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Database } from './database.ts'
import { migratePostgres } from './migratePostgres.ts'
import type { ColumnTypes, Migration } from './migration.ts'
import { openPostgresPool } from './openPostgresPool.ts'
import { openPostgresReader } from './openPostgresReader.ts'
import { postgresFault } from './postgresFault.ts'
import { refuseTransactions } from './refuseTransactions.ts'
import { toSqlValues } from './sqlValue.ts'
import { startPostgresWriter } from './startPostgresWriter.ts'
import type { Store, WriteRows } from './store.ts'
import { StoreError } from './storeError.ts'

// COLLATE "C" orders text by its bytes, as SQLite does: cursors agree.
const postgresTypes: ColumnTypes = {
  engine: 'postgres',
  text: 'TEXT COLLATE "C"',
  int64: 'BIGINT',
  blob: 'BYTEA',
  flag: 'SMALLINT',
  json: 'TEXT',
  table: '',
}

export interface PostgresStoreOptions {
  /** `postgres://user:password@host/database`; never printed. */
  readonly url: string
  /** Every step of the schema, oldest first. */
  readonly migrations: readonly Migration[]
  /** Connections at most, one of them for writes; 10 by default. */
  readonly poolSize?: number
  /** Milliseconds for one statement; 10000 by default. */
  readonly statementTimeout?: number
  /** Milliseconds to wait for a connection; 2000 by default. */
  readonly connectTimeout?: number
}

/**
 * The store of several processes: PostgreSQL, with a pool for reads and one connection for writes. While the database
 * is away each call rejects with `away`, while it is a standby each write with `readonly`; when it is back they work again.
 * @throws StoreError with one clear sentence when the database cannot be used.
 */
export async function createPostgresStore<D = Database>(options: PostgresStoreOptions): Promise<Store<D>> {
  const { url, poolSize = 10, statementTimeout = 10_000, connectTimeout = 2_000 } = options
  const timeouts = { url, statementTimeout, connectTimeout }
  const readers = openPostgresPool({ ...timeouts, size: Math.max(1, poolSize - 1), readOnly: true })
  const writing = openPostgresPool({ ...timeouts, size: 1, readOnly: false, pipeline: true })
  const { db, renew } = openPostgresReader<D>(readers)
  // If one connection leads to a standby, the others may too, and reads from it may be stale.
  const writer = startPostgresWriter(writing, renew)
  const scripts = options.migrations.map(({ id, name, statements }) => ({
    id,
    name,
    statements: statements(postgresTypes),
  }))
  // A step over much data may take long; so may the process that came first.
  const migrating = openPostgresPool({ ...timeouts, statementTimeout: 0, size: 1, readOnly: false })
  try {
    await migratePostgres(migrating, scripts, Date.now())
  } catch (error) {
    await Promise.all([readers.end(), writing.end()])
    const { code, message } = postgresFault(error)
    throw new StoreError({ code, message: `${message} (DATABASE_URL)` }, error)
  } finally {
    await migrating.end()
  }
  let closing: Promise<void> | undefined
  const refuseClosed = (): void => {
    if (closing !== undefined) throw new StoreError({ code: 'closed', message: 'The store is closed' })
  }

  return {
    steps: options.migrations.length,
    db: db as never,
    compose: composer<D>(),
    async write<const Q extends readonly CompiledQuery[]>(queries: Q) {
      refuseClosed()
      refuseTransactions(queries)
      const batch = queries.map(({ sql, parameters }) => ({ sql, parameters: toSqlValues(parameters) }))
      return (batch.length === 0 ? [] : await writer.write(batch)) as WriteRows<Q>
    },
    async check() {
      refuseClosed()
      await db.selectNoFrom(eb => eb.val(1).as('one')).execute()
    },
    close() {
      closing ??= (async () => {
        await writer.idle()
        await Promise.all([readers.end(), writing.end()])
      })()
      return closing
    },
    connections: () => ({
      open: readers.totalCount + writing.totalCount,
      idle: readers.idleCount + writing.idleCount,
      waiting: readers.waitingCount + writing.waitingCount,
    }),
  }
}

/** Compiles queries of PostgreSQL; run from here they fail. */
function composer<D>(): Kysely<D> {
  return new Kysely<D>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RefusingDriver(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

class RefusingDriver extends DummyDriver {
  override async acquireConnection(): Promise<never> {
    throw new StoreError({
      code: 'readonly',
      message: 'Queries are written by write(), not run where they are composed',
    })
  }
}
