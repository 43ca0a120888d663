import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

/** A server program that ends when we do, however we end. */
export interface TiedProcess {
  /** Ends it and resolves when it is gone. */
  stop(): Promise<void>
}

const longestStart = 20_000

// The shell waits for the end of its input, which comes when we close it and when we die; then it ends the program.
const script = '"$@" < /dev/null & pid=$!; cat > /dev/null; kill -INT $pid 2> /dev/null; wait $pid; exit 0'

/** Starts a program and resolves once it has said that it is ready. @throws Error with what it said instead. */
export async function spawnTied(
  command: readonly string[],
  options: {
    readonly ready: RegExp
    readonly cwd: string
    readonly env?: NodeJS.ProcessEnv
    readonly uid?: number
    readonly gid?: number
  },
): Promise<TiedProcess> {
  const { ready, ...rest } = options
  let said = ''
  const child: ChildProcess = spawn('sh', ['-c', script, 'sh', ...command], { ...rest, stdio: 'pipe' })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', text => {
      said = (said + text).slice(-4_000)
    })
  const stop = async (): Promise<void> => {
    child.stdin?.end()
    await ended
  }
  for (let waited = 0; !ready.test(said); waited += 20) {
    if (waited > longestStart || /FATAL|Fatal|not found/.test(said)) {
      await stop()
      throw new Error(`${command[0]} did not start: ${said.trim().split('\n').at(-1)}`)
    }
    await delay(20)
  }
  return { stop }
}
