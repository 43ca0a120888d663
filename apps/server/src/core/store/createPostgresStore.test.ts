import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { type RunningPostgres, startPostgres } from '../../../../../scripts/databases/startPostgres.ts'
import { createPostgresStore, type PostgresStoreOptions } from './createPostgresStore.ts'
import { describeWith, programsOf } from './databases.fixture.ts'
import { postgresDatabase, type TestDatabase } from './eachStore.fixture.ts'
import { type ProbeDatabase, probeMigrations } from './probe.fixture.ts'
import type { Store } from './store.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function fresh(): Promise<TestDatabase> {
  const database = await postgresDatabase()
  closing.push(() => database.remove())
  return database
}

async function open(url: string | undefined, options: Partial<PostgresStoreOptions> = {}) {
  const store = await createPostgresStore<ProbeDatabase>({
    url: String(url),
    migrations: probeMigrations,
    poolSize: 4,
    ...options,
  })
  closing.push(() => store.close())
  return store
}

const insert = (store: Store<ProbeDatabase>, id: string, at: number | null = null) =>
  store.compose.insertInto('probe').values({ id, owner: null, at, bytes: null, used: 0 }).compile()
const raw = (store: Store<ProbeDatabase>, text: string) => sql.raw(text).compile(store.compose as never)

describeWith(['postgres'], 'createPostgresStore', () => {
  it('migrates once when many processes start at the same time', async () => {
    const { environment } = await fresh()
    const stores = await Promise.all(Array.from({ length: 6 }, () => open(environment.DATABASE_URL)))
    const [store] = stores
    const steps = await store?.db
      .selectFrom('migrations' as never)
      .selectAll()
      .execute()
    expect(steps).toHaveLength(probeMigrations.length)
  })

  it('refuses data of a newer release and leaves it alone', async () => {
    const { environment } = await fresh()
    await open(environment.DATABASE_URL)
    await expect(
      createPostgresStore({
        migrations: probeMigrations.slice(0, -1),
        url: String(environment.DATABASE_URL),
      }),
    ).rejects.toMatchObject({
      code: 'invalid',
      message: `The data was written by a newer release (schema step ${probeMigrations.length}); run that one (DATABASE_URL)`,
    })
  })

  it('says in one sentence, without the password, that its database cannot be reached', async () => {
    for (const url of ['postgres://u:canary@127.0.0.1:1/d', 'postgres://u:canary@latchkey.invalid/d']) {
      const error = await createPostgresStore({ url, migrations: [] }).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'StoreError', code: 'away' })
      expect(String(error)).toMatch(/^StoreError: The database cannot be reached \(\w+\) \(DATABASE_URL\)$/)
    }
  })

  it('answers numbers as both engines do, and refuses what JavaScript cannot hold', async () => {
    const { environment } = await fresh()
    const store = await open(environment.DATABASE_URL)
    await store.write([insert(store, 'a', Number.MAX_SAFE_INTEGER), insert(store, 'b', 1)])
    const read = (text: string) => sql.raw(text).execute(store.db as never)
    expect((await read('SELECT count(*) AS n, min(at) AS least, 1 = 1 AS yes FROM probe')).rows).toEqual([
      { n: 2, least: 1, yes: 1 },
    ])
    await expect(read('SELECT sum(at) + 1 AS n FROM probe')).rejects.toMatchObject({ code: 'invalid' })
    await expect(read('SELECT 9007199254740993 AS n')).rejects.toMatchObject({ code: 'invalid' })
    expect(await store.db.selectFrom('probe').select('id').orderBy('id').execute()).toHaveLength(2)
  })

  it("T110: throws errors without a row's values", async () => {
    const { environment } = await fresh()
    const store = await open(environment.DATABASE_URL)
    const canary = (at: unknown) =>
      sql`INSERT INTO probe (id, at) VALUES (${'canary'}, ${at})`.compile(store.compose as never)
    await store.write([canary(1)])
    for (const [at, code] of [
      [1, 'constraint'],
      ['canary', 'invalid'],
    ] as const) {
      const error = await store.write([canary(at)]).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code })
      const { cause } = error as Error
      expect(JSON.stringify([String(error), error, String(cause), cause])).not.toContain('canary')
    }
  })

  it('takes one statement where two are given', async () => {
    const { environment } = await fresh()
    const store = await open(environment.DATABASE_URL)
    const two = "INSERT INTO probe (id) VALUES ('a'); COMMIT"
    await expect(store.write([raw(store, two)])).rejects.toMatchObject({ code: 'invalid' })
    await expect(sql.raw(two).execute(store.db as never)).rejects.toMatchObject({ code: 'invalid' })
    await expect(
      sql.raw("INSERT INTO probe (id) VALUES ('a')").execute(store.db as never),
    ).rejects.toMatchObject({
      code: 'readonly',
    })
  })

  it('gives up a statement that takes too long, and goes on', async () => {
    const { environment } = await fresh()
    const store = await open(environment.DATABASE_URL, { statementTimeout: 100 })
    await expect(sql`SELECT pg_sleep(5)`.execute(store.db as never)).rejects.toMatchObject({ code: 'busy' })
    await expect(store.write([raw(store, 'SELECT pg_sleep(5)')])).rejects.toMatchObject({ code: 'busy' })
    await store.write([insert(store, 'a')])
    await store.check()
  })

  it('lets migrations, and writes waiting for them, take longer than a statement may', async () => {
    const { environment } = await fresh()
    const slow = { id: 1, name: 'slow', statements: () => ['SELECT pg_sleep(1.2)'] }
    const options = { statementTimeout: 50, migrations: [slow] }
    await Promise.all([open(environment.DATABASE_URL, options), open(environment.DATABASE_URL, options)])
  })

  it('gets out of a deadlock with another process', async () => {
    const { environment } = await fresh()
    const stores = await Promise.all([open(environment.DATABASE_URL), open(environment.DATABASE_URL)])
    const [first] = stores
    await first?.write([insert(first, 'a', 0), insert(first, 'b', 0)])
    const count = (store: Store<ProbeDatabase>, id: string) =>
      store.compose
        .updateTable('probe')
        .set(eb => ({ at: eb('at', '+', 1) }))
        .where('id', '=', id)
        .compile()
    const pause = (store: Store<ProbeDatabase>) => raw(store, 'SELECT pg_sleep(0.2)')
    await Promise.all(
      stores.map((store, index) => {
        const [one, two] = index === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)
        return store.write([count(store, one), pause(store), count(store, two)])
      }),
    )
    expect(await first?.db.selectFrom('probe').select(['id', 'at']).orderBy('id').execute()).toEqual([
      { id: 'a', at: 2 },
      { id: 'b', at: 2 },
    ])
  })

  it('lets exactly one of 60 parallel conditional writes of three processes win', async () => {
    const { environment } = await fresh()
    const stores = await Promise.all([1, 2, 3].map(() => open(environment.DATABASE_URL)))
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const store = stores[index % 3] as Store<ProbeDatabase>
        return store.write([
          store.compose
            .insertInto('probe')
            .values({ id: 'name', owner: `${index}`, at: null, bytes: null, used: 0 })
            .onConflict(conflict => conflict.doNothing())
            .returning('owner')
            .compile(),
        ])
      }),
    )
    expect(answers.flatMap(([rows]) => rows)).toHaveLength(1)
  })

  it('survives that its connections are cut, and says which write is in doubt', async () => {
    const { environment, name } = await fresh()
    const store = await open(environment.DATABASE_URL)
    await store.write([insert(store, 'before')])
    const other = new pg.Client(environment.DATABASE_URL)
    await other.connect()
    const sleeping = store.write([insert(store, 'doubt'), raw(store, 'SELECT pg_sleep(3)')])
    const outcome = expect(sleeping).rejects.toMatchObject({ code: 'failed' })
    await expect
      .poll(async () => {
        const cut = await other.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND query LIKE 'SELECT pg_sleep%'",
          [name],
        )
        return cut.rowCount
      })
      .toBeGreaterThan(0)
    await outcome
    await store.write([insert(store, 'after')])
    const rows = await store.db.selectFrom('probe').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(['after', 'before'])
    await other.end()
  })

  it('F42: rejects at once while the database is away, and works by itself when it is back', async () => {
    const cluster: RunningPostgres = await startPostgres({ folder: programsOf('postgres') })
    closing.push(() => cluster.close())
    const store = await open(cluster.url)
    await store.write([insert(store, 'a')])
    await cluster.stop()
    const started = performance.now()
    await expect(store.write([insert(store, 'b')])).rejects.toMatchObject({ name: 'StoreError' })
    await expect(store.check()).rejects.toMatchObject({ name: 'StoreError' })
    await expect(store.write([insert(store, 'c')])).rejects.toMatchObject({ code: 'away' })
    expect(performance.now() - started).toBeLessThan(5_000)
    await cluster.start()
    await store.write([insert(store, 'd')])
    const rows = await store.db.selectFrom('probe').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(['a', 'd'])
  })

  it('F42: leaves a database that became a standby for the one that took over', async () => {
    const cluster: RunningPostgres = await startPostgres({ folder: programsOf('postgres') })
    closing.push(() => cluster.close())
    const store = await open(cluster.url)
    await store.write([insert(store, 'a')])
    const operator = new pg.Client(cluster.url)
    await operator.connect()
    closing.push(() => operator.end())
    const process = async () => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(store.db as never)
      return rows[0]?.pid
    }
    // Connections keep what they began with, as those to a standby stay there when the name leads elsewhere.
    await operator.query('ALTER DATABASE postgres SET default_transaction_read_only = on')
    await operator.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'latchkey'",
    )
    const reading = await process().catch(process)
    const writes = () => Promise.allSettled(['b', 'c', 'd'].map(id => store.write([insert(store, id)])))
    await expect.poll(writes).toMatchObject(Array(3).fill({ reason: { code: 'readonly' } }))
    await operator.query('ALTER DATABASE postgres RESET default_transaction_read_only')
    expect(await writes()).toMatchObject(Array(3).fill({ status: 'fulfilled' }))
    // One that was there may be handed out for the last time.
    await process()
    expect(await process()).not.toBe(reading)
  })
})
