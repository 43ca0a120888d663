import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A Redis of our own, in memory alone, reachable over a socket in a temporary folder. */
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

/** Starts a Redis with the programs of a folder. */
export async function startRedis(options: { folder: string }): Promise<RunningRedis> {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
  const socket = join(root, 'redis.sock')
  const args = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', root]
  let child: ReturnType<typeof spawn> | undefined
  let ended: Promise<unknown> = Promise.resolve()

  async function start(): Promise<void> {
    let said = ''
    const started = spawn(join(options.folder, 'redis-server'), args, { stdio: ['ignore', 'pipe', 'ignore'] })
    child = started
    started.stdout.setEncoding('utf8').on('data', text => {
      said = (said + text).slice(-4_000)
    })
    ended = new Promise(resolve => started.once('close', resolve))
    while (!/ready to accept connections/i.test(said)) {
      if (started.exitCode !== null) throw new Error(`Redis did not start: ${said.trim().split('\n').at(-1)}`)
      await delay(20)
    }
  }
  async function stop(): Promise<void> {
    child?.kill('SIGTERM')
    await ended
  }
  await start()
  return {
    url: `unix://${socket}`,
    start,
    stop,
    async close() {
      await stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
