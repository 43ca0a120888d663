import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { type Chain, startChain } from '../../../../devstack/src/chains/startChain.ts'
import { projectChannel } from '../../projects/createProjects.ts'
import { databaseUrlOf } from '../store/databases.fixture.ts'
import { postgresDatabase } from '../store/eachStore.fixture.ts'
import type { Store } from '../store/store.ts'
import { createRedisBus } from './createRedisBus.ts'
import { readLease } from './leaseRow.ts'
import { openRedis } from './openRedis.ts'
import { type ServerProcess, startServerProcess } from './serverProcess.fixture.ts'

/** The lead that the tests fight for: who indexes the chain. */
export const lead = 'indexer eip155:31337'
export const burst = 150
export const secret = 'canary-7f3a'

/** Processes over one PostgreSQL, one Redis and one chain, with direct access to the same data for the test. */
export interface Installation {
  readonly store: Store
  readonly servers: ServerProcess[]
  /** All that the processes ever printed. */
  said(): string
  /** Adds a process. */
  grow(): Promise<ServerProcess>
  /** Ends a process without a word. */
  kill(server: ServerProcess): Promise<void>
  /** Changes a project's origins as its owner does, and notifies every process. */
  setOrigins(project: string, origins: readonly string[]): Promise<void>
  /** The processes that say they lead. */
  leaders(): Promise<ServerProcess[]>
  token(): Promise<number | undefined>
  /** Sends one wei on the chain, from one of its own accounts. */
  pay(to: string): Promise<void>
  close(): Promise<void>
}

export async function openInstallation(
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const database = await postgresDatabase()
  const chain: Chain = await startChain({ chainId: 31_337, port: 0 })
  const store = (await database.open<never>(undefined)) as unknown as Store
  const url = String(databaseUrlOf('redis'))
  const prefix = `${randomUUID()}:`
  const redis = openRedis(url)
  const bus = createRedisBus({ url, redis, prefix, log: pino({ level: 'silent' }) })
  const servers: ServerProcess[] = []
  const lines: (readonly string[])[] = []
  const grow = async (): Promise<ServerProcess> => {
    const server = await startServerProcess({
      // PostgreSQL lets everyone in here; the word only stands for what may never be printed.
      DATABASE_URL: `${database.environment.DATABASE_URL}&password=${secret}`,
      REDIS_URL: url,
      REDIS_PREFIX: prefix,
      LATCHKEY_DEV: '1',
      LEASE_MS: '1000',
      // Long enough that only a message explains that a change is seen.
      PROJECT_CACHE_MS: '60000',
      RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [chain.url] }),
      INDEX_START_BLOCKS: '{"eip155:31337":0}',
      INDEX_POLL_MS: '100',
      RPC_BATCH_LIMIT: '10',
      RATE_LIMIT_PER_SECOND: '1',
      RATE_LIMIT_BURST: String(burst),
      ...env,
    })
    servers.push(server)
    lines.push(server.lines)
    return server
  }
  await Promise.all([bus.ready(), ...Array.from({ length: count }, grow)])
  return {
    store,
    servers,
    said: () => lines.flat().join('\n'),
    grow,
    async kill(server) {
      servers.splice(servers.indexOf(server), 1)
      await server.kill('SIGKILL')
    },
    async setOrigins(project, origins) {
      const { compose } = store
      await store.write([
        compose
          .insertInto('projects')
          .values({ id: project, name: project, created_at: 1 })
          .onConflict(conflict => conflict.doNothing())
          .compile(),
        compose.deleteFrom('project_origins').where('project_id', '=', project).compile(),
        ...origins.map(origin =>
          compose.insertInto('project_origins').values({ project_id: project, origin }).compile(),
        ),
      ])
      await bus.publish(projectChannel, project)
    },
    async leaders() {
      const values = await Promise.all(servers.map(server => server.metric(`latchkey_leads{name="${lead}"}`)))
      return servers.filter((_, index) => values[index] === 1)
    },
    async pay(to) {
      const ask = async (method: string, params: unknown[]) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(chain.url, { method: 'POST', headers, body })
        return ((await response.json()) as { readonly result: readonly string[] }).result
      }
      const [from] = await ask('eth_accounts', [])
      await ask('eth_sendTransaction', [{ from, to, value: '0x1' }])
    },
    token: async () => (await readLease(store, lead))?.token,
    async close() {
      await Promise.all(servers.splice(0).map(server => server.kill('SIGKILL')))
      await bus.close()
      redis.disconnect()
      await store.close()
      await database.remove()
      await chain.stop()
    },
  }
}

/** The same numbers from the same seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
