import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { findPrograms, findRedisServer } from '../../../../scripts/databases/findPrograms.ts'
import { startPostgres } from '../../../../scripts/databases/startPostgres.ts'
import { startRedis } from '../../../../scripts/databases/startRedis.ts'
import { type Services, startServices } from '../startServices.ts'
import { cpuSeconds, findProcess } from './cpuSeconds.ts'
import type { PublishResult, RelayPlan } from './relayPlan.ts'

/** What some processes over one PostgreSQL did, and what a message cost. */
export interface SeveralResult {
  readonly processes: number
  readonly hasRedis: boolean
  readonly published: PublishResult
  /** Milliseconds of CPU for each acknowledged message: all relays together, the database, Redis. */
  readonly cpu: { readonly relays: number; readonly postgres: number; readonly redis: number }
}

/** Publishers of each process, each with a listener elsewhere: three processes serve three times as many. */
const lanes = 96
/** Seconds for each process: a process that does a part of the work takes longer to compile its code. */
const warmUp = 5
const generator = join(import.meta.dirname, 'generateRelay.ts')

/**
 * Measures relays over PostgreSQL, which waits for its disk: one process, three, and three without Redis. Each message
 * goes from a client of one process to a client of the next. Undefined where there is no PostgreSQL or no Redis.
 */
export async function benchSeveral(options: {
  readonly seconds: number
  readonly env: Readonly<Record<string, string>>
  readonly log: (line: string) => void
}): Promise<readonly SeveralResult[] | undefined> {
  const folder = findPrograms('postgres')
  if (folder === undefined || findPrograms('redis') === undefined) return undefined
  const results: SeveralResult[] = []
  for (const [processes, hasRedis] of [
    [1, true],
    [3, true],
    [3, false],
  ] as const) {
    options.log(`${processes} over PostgreSQL${hasRedis ? ' and Redis' : ' alone'}`)
    results.push(await measure({ ...options, folder, processes, hasRedis }))
  }
  return results
}

async function measure(options: {
  readonly seconds: number
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  readonly processes: number
  readonly hasRedis: boolean
}): Promise<SeveralResult> {
  const { processes, hasRedis, seconds } = options
  const closing: (() => Promise<unknown>)[] = []
  try {
    const postgres = await startPostgres({ folder: options.folder, durable: true })
    closing.unshift(() => postgres.close())
    const redis = await startRedis()
    closing.unshift(() => redis.close())
    const pids = {
      postgres: findProcess('postgres', decodeURIComponent(postgres.url.split('host=')[1] ?? '')),
      redis: findProcess(
        findRedisServer().split('/').at(-1) ?? '',
        dirname(redis.url.replace('unix://', '')),
      ),
    }
    const env = {
      ...options.env,
      DATABASE_URL: postgres.url,
      RELAY_DRAIN_MS: '0',
      ...(hasRedis && { REDIS_URL: redis.url }),
    }
    const servers: Services[] = []
    for (let count = 0; count < processes; count++) {
      const server = await startServices(env)
      closing.unshift(() => server.close())
      servers.push(server)
    }
    const urls = servers.map(({ url }) => `${url.replace('http', 'ws')}/relay`)
    const plan = { kind: 'publish', url: String(urls[0]), urls, sockets: lanes * processes } as const
    const spent = () => ({
      relays: servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
      postgres: cpuSeconds(pids.postgres),
      redis: cpuSeconds(pids.redis),
    })
    // What a start costs once, plans and compiled code, does not count.
    await run({ ...plan, seconds: warmUp * processes })
    const before = spent()
    const published = await run({ ...plan, seconds })
    const after = spent()
    const each = (name: keyof typeof before) => ((after[name] - before[name]) * 1_000) / published.ack.count
    return {
      processes,
      hasRedis,
      published,
      cpu: { relays: each('relays'), postgres: each('postgres'), redis: each('redis') },
    }
  } finally {
    for (const close of closing) await close()
  }
}

function run(plan: RelayPlan): Promise<PublishResult> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [generator, JSON.stringify(plan)], { timeout: 120_000 }, (error, stdout) =>
      error === null ? resolve(JSON.parse(stdout) as PublishResult) : reject(error),
    )
  })
}
