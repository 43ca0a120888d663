import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type RunningPostgres, startPostgres } from '../../../../../scripts/databases/startPostgres.ts'
import { type RunningServer, startServer } from '../../startServer.ts'
import { describeWith, programsOf } from './databases.fixture.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describeWith(['postgres'], 'a server whose database goes away', () => {
  let cluster: RunningPostgres
  beforeAll(async () => {
    cluster = await startPostgres({ folder: programsOf('postgres') })
  })
  afterAll(() => cluster.close())

  /** A database of the cluster with nothing in it yet. */
  async function makeDatabase(): Promise<string> {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const client = new pg.Client(cluster.url)
    await client.connect()
    await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    return cluster.url.replace('/postgres?', `/${name}?`)
  }

  it('F42: answers 503 with Retry-After, serves cached data, and recovers by itself', async () => {
    const DATABASE_URL = await makeDatabase()
    const lines: string[] = []
    const server: RunningServer = await startServer({
      port: 0,
      env: {
        DATABASE_URL: `${DATABASE_URL}&password=canary`,
        LATCHKEY_DEV: '1',
        LEASE_MS: '1000',
        PROJECT_CACHE_MS: '100',
      },
      log: { write: line => lines.push(line) },
    })
    closing.push(() => server.close())
    const get = async (path: string) => {
      const response = await fetch(`${server.url}${path}`)
      const { code, reasons } = (await response.json()) as { code?: string; reasons?: unknown }
      return { status: response.status, after: response.headers.get('retry-after'), code, reasons }
    }
    const config = '/appkit/v1/config?projectId=latchkey-dev'
    expect((await get(config)).status).toBe(200)
    expect((await get('/readyz')).status).toBe(200)

    await cluster.stop()
    expect(await get('/readyz')).toMatchObject({
      status: 503,
      after: '1',
      code: 'APKT009',
      reasons: [{ name: 'store', description: 'away' }],
    })
    expect(await get('/projects/v1/origins?projectId=unknown')).toMatchObject({ status: 503, after: '1' })
    // A project that was read before the outage is served as it was.
    expect((await get(config)).status).toBe(200)
    expect((await get('/healthz')).status).toBe(200)

    await cluster.start()
    await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), { timeout: 5_000 })
    expect(await get('/projects/v1/origins?projectId=unknown')).toMatchObject({ status: 401 })
    expect(lines.join('')).not.toContain('canary')
  })

  it('stops without waiting for the database', async () => {
    const DATABASE_URL = await makeDatabase()
    const server = await startServer({
      port: 0,
      env: { DATABASE_URL, LOG_LEVEL: 'silent', DRAIN_TIMEOUT_MS: '60000' },
    })
    await cluster.stop()
    closing.push(() => cluster.start())
    await server.close()
    // Waiting for the drain would take longer than that.
  }, 55_000)
})
