import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe } from 'vitest'
import { migrations as ownMigrations } from '../../migrations.ts'
import { createPostgresStore } from './createPostgresStore.ts'
import { createSqliteStore } from './createSqliteStore.ts'
import type { Database } from './database.ts'
import { connectTimeout, databaseUrlOf } from './databases.fixture.ts'
import { migratedPostgres } from './migratedPostgres.fixture.ts'
import type { Migration } from './migration.ts'
import type { Store } from './store.ts'

/** Opens a store over a fresh, migrated database; it is closed and removed after the test. */
export interface OpenStore<D = Database> {
  (): Promise<Store<D>>
  /** Only the database, for a server that opens it. */
  place(): Promise<void>
  /** One more store over the database of the one opened last, as another process would have it. */
  beside(): Promise<Store<D>>
  /** The variables with which a server uses that database. */
  environment(): Readonly<Record<string, string>>
}

/**
 * Runs the tests once on SQLite and once on PostgreSQL:
 * `eachStore('names', open => { it('…', async () => { const store = await open(); … }) })`.
 */
export function eachStore(name: string, tests: (open: OpenStore) => void): void {
  eachStoreWith(undefined, name, tests)
}

/** The same over a schema of the test's own. */
export function eachStoreWith<D = Database>(
  migrations: readonly Migration[] | undefined,
  name: string,
  tests: (open: OpenStore<D>) => void,
): void {
  const engines = {
    SQLite: sqliteDatabase,
    ...(databaseUrlOf('postgres') === undefined
      ? {}
      : { PostgreSQL: migrations === undefined ? migratedPostgres : postgresDatabase }),
  }
  for (const [engine, create] of Object.entries(engines)) {
    describe(`${name} on ${engine}`, () => {
      const stores: Store<D>[] = []
      const databases: TestDatabase[] = []
      const openLast = async (): Promise<Store<D>> => {
        const database = databases.at(-1)
        if (database === undefined) throw new Error('Open a store first')
        const store = await database.open<D>(migrations)
        stores.push(store)
        return store
      }
      const place = async (): Promise<void> => {
        databases.push(await create())
      }
      const open = async (): Promise<Store<D>> => {
        await place()
        return openLast()
      }
      afterEach(async () => {
        await Promise.all(stores.splice(0).map(store => store.close()))
        await Promise.all(databases.splice(0).map(database => database.remove()))
      })
      tests(
        Object.assign(open, {
          place,
          beside: openLast,
          environment: () => databases.at(-1)?.environment ?? {},
        }),
      )
    })
  }
}

export interface TestDatabase {
  readonly environment: Readonly<Record<string, string>>
  /** Names its connections in `pg_stat_activity`. */
  readonly name: string
  open<D>(migrations: readonly Migration[] | undefined): Promise<Store<D>>
  remove(): Promise<void>
}

/** A folder of its own. */
export async function sqliteDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-store-'))
  return {
    environment: { DATA_FOLDER: folder },
    name: folder,
    open: migrations => createSqliteStore({ folder, migrations: migrations ?? ownMigrations }),
    async remove() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A schema of its own in the PostgreSQL of the test run, with nothing in it. */
export async function postgresDatabase(): Promise<TestDatabase> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  const base = databaseUrlOf('postgres')
  if (base === undefined) throw new Error('There is no PostgreSQL in this test run')
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client(base)
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await run(`CREATE SCHEMA ${schema}`)
  const url = `${base}&application_name=${schema}&options=${encodeURIComponent(`-c search_path=${schema}`)}`
  return {
    environment: { DATABASE_URL: url },
    name: schema,
    open: migrations =>
      createPostgresStore({ url, poolSize: 4, connectTimeout, migrations: migrations ?? ownMigrations }),
    remove: () => run(`DROP SCHEMA ${schema} CASCADE`),
  }
}
