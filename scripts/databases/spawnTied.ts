import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

/** A server program that ends when we do, however we end; then its folder goes too. */
export interface TiedProcess {
  /** Ends it, keeps its folder, and resolves when it is gone. */
  stop(): Promise<void>
}

const longestStart = 20_000
// PostgreSQL answers early clients with the same word while it starts.
const failure = /FATAL(?!.*(?:starting up|shutting down))|Fatal|not found/

// The shell waits for a word or for the end of its input, which comes when this process dies, even by a kill of the
// whole group. It then ends the program, and after our death also deletes the program's data.
const script =
  'trap : INT TERM HUP; kept=$1; shift; "$@" < /dev/null & pid=$!; read -r word; kill -INT $pid 2> /dev/null; wait $pid; [ "$word" = keep ] || rm -rf "$kept"'

/** Starts a program and resolves once it has said that it is ready. @throws Error with what it said instead. */
export async function spawnTied(
  command: readonly string[],
  options: {
    readonly ready: RegExp
    /** A temporary folder of its own, in which it runs. */
    readonly cwd: string
    readonly env?: NodeJS.ProcessEnv
    readonly uid?: number
    readonly gid?: number
  },
): Promise<TiedProcess> {
  const { ready, ...rest } = options
  const args = ['-c', script, 'sh', options.cwd, ...command]
  let said = ''
  const child: ChildProcess = spawn('sh', args, { ...rest, stdio: 'pipe' })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', text => {
      said = (said + text).slice(-4_000)
    })
  const stop = async (): Promise<void> => {
    child.stdin?.end('keep\n')
    await ended
  }
  for (let waited = 0; !ready.test(said); waited += 20) {
    if (waited > longestStart || failure.test(said)) {
      await stop()
      throw new Error(`${command[0]} did not start: ${said.trim().split('\n').at(-1)}`)
    }
    await delay(20)
  }
  return { stop }
}
