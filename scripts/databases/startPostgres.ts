import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { spawnTied } from './spawnTied.ts'

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
 * Creates and starts a cluster with the programs of a folder. PostgreSQL refuses to run as root: then it runs as the
 * user `postgres`, or the system's user without rights. Nothing waits for the disk unless `durable`.
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
  const command = [join(options.folder, 'postgres'), ...args]
  const start = () => spawnTied(command, { ...run, ready: /ready to accept connections/ })
  let server = await start()
  return {
    url: `postgres:///postgres?user=postgres&host=${encodeURIComponent(root)}`,
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

function systemUser(): { uid: number; gid: number } {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(line => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody"')
}
