import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** The value of a metric, such as `latchkey_leads{name="analytics"}`. */
  metric(name: string): Promise<number>
  readonly lines: readonly string[]
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<[code: number | null, signal: NodeJS.Signals | null]>
}

const orphan = new URL('../../../../../scripts/bootstrap/orphan.mjs', import.meta.url).href
const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** Starts `main.ts` with these variables and waits until it listens. */
export async function startServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  // Tied to us: when this process dies, however it does, the server ends.
  const child = spawn(process.execPath, ['--conditions=@latchkey/source', `--import=${orphan}`, main], {
    detached: true,
    env: { ...ownEnvironment(), PORT: '0', METRICS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: string[] = []
  const exited = new Promise<[number | null, NodeJS.Signals | null]>(resolve => {
    child.once('exit', (code, signal) => resolve([code, signal]))
  })
  const { url, metricsPort } = await listening(child, lines)
  return {
    url,
    lines,
    pid: Number(child.pid),
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const line = text.split('\n').find(each => each.startsWith(`${name} `))
      return Number(line?.slice(name.length + 1))
    },
    kill(signal) {
      child.kill(signal)
      return exited
    },
  }
}

/**
 * The environment variables that every spawned process inherits from ours: the path to programs, the mark of the gates,
 * and the compile cache.
 */
export function ownEnvironment(): Record<string, string> {
  const names = ['PATH', 'LATCHKEY_GATE', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(
    names.flatMap(name => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

async function listening(
  child: ChildProcess,
  lines: string[],
): Promise<{ readonly url: string; readonly metricsPort: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ url: string; metricsPort: number }>()
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The process has no output')
  stderr.setEncoding('utf8').on('data', text => lines.push(text))
  createInterface({ input: stdout }).on('line', line => {
    lines.push(line)
    const said = JSON.parse(line)
    if (said.msg === 'listening') resolve(said)
  })
  child.once('exit', () => reject(new Error(`The server did not start: ${lines.join('\n')}`)))
  return promise
}
