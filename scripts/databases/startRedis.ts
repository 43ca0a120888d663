import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRedisServer } from './findPrograms.ts'
import { spawnTied } from './spawnTied.ts'

/** A Valkey or Redis of our own, in memory alone, reachable over a socket in a temporary folder. */
export interface RunningRedis {
  /** What `REDIS_URL` takes. */
  readonly url: string
  /** Ends the server, as an outage does. */
  stop(): Promise<void>
  /** Starts it again, empty. */
  start(): Promise<void>
  /** Ends the server and removes its folder. */
  close(): Promise<void>
}

/** Starts Valkey, or Redis where there is none, with more arguments of its own. @throws Error when neither is there. */
export async function startRedis(more: readonly string[] = []): Promise<RunningRedis> {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
  const socket = join(root, 'redis.sock')
  const args = [
    '--port',
    '0',
    '--unixsocket',
    socket,
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    root,
    ...more,
  ]
  const command = [findRedisServer(), ...args]
  const start = () => spawnTied(command, { cwd: root, ready: /ready to accept connections/i })
  let server = await start()
  return {
    url: `unix://${socket}`,
    stop: () => server.stop(),
    async start() {
      server = await start()
    },
    async close() {
      await server.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
