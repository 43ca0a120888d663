import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A PostgreSQL of our own in a temporary folder, reachable over a socket in it. */
export interface RunningPostgres {
  /** A connection string of its superuser. */
  readonly url: string
  /** Ends the server and leaves its data, as an outage does. */
  stop(): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Ends the server and removes its data. */
  close(): Promise<void>
}

/**
 * Makes and starts a cluster with the programs of a folder. PostgreSQL refuses to run as root: then it runs as the
 * user `postgres`, or `nobody`. Nothing waits for the disk unless `durable`.
 */
export async function startPostgres(options: {
  folder: string
  durable?: boolean
}): Promise<RunningPostgres> {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-pg-'))
  const user = process.getuid?.() === 0 ? systemUser() : undefined
  if (user !== undefined) chownSync(root, user.uid, user.gid)
  const data = join(root, 'data')
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const run = { env, cwd: root, ...user }
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C']
  await promisify(execFile)(join(options.folder, 'initdb'), init, run)
  const speed =
    options.durable === true ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${root}`,
    'max_connections=200',
    'shared_buffers=32MB',
    ...speed,
  ]
  const args = ['-D', data, ...settings.flatMap(setting => ['-c', setting])]
  let ended: Promise<unknown> = Promise.resolve()
  let child: ReturnType<typeof spawn> | undefined

  async function start(): Promise<void> {
    let said = ''
    const started = spawn(join(options.folder, 'postgres'), args, {
      ...run,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    started.stderr.setEncoding('utf8').on('data', text => {
      said = (said + text).slice(-4_000)
    })
    ended = new Promise(resolve => started.once('close', resolve))
    const isOver = () => started.exitCode !== null || started.signalCode !== null
    while (!said.includes('ready to accept connections')) {
      if (isOver()) throw new Error(`PostgreSQL did not start: ${said.trim().split('\n').at(-1)}`)
      await delay(20)
    }
  }
  async function stop(): Promise<void> {
    // SIGINT ends it without waiting for its clients.
    child?.kill('SIGINT')
    await ended
  }
  await start()
  return {
    url: `postgres:///postgres?user=postgres&host=${encodeURIComponent(root)}`,
    start,
    stop,
    async close() {
      await stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function systemUser(): { uid: number; gid: number } {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(line => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody"')
}
