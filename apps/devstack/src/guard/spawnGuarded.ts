import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A program that cannot outlive this process. */
export interface GuardedProgram {
  /** Process id of the program itself, not of its supervisor. */
  readonly pid: number
  /** Settles once the program and everything in its process group is gone; says how it ended. */
  readonly exited: Promise<string>
  /** Asks the program to end, insists after the grace time, and waits until its group is gone. */
  stop(): Promise<void>
}

/**
 * Starts a program in its own process group under a supervisor that ends the group when this process ends,
 * even by SIGKILL (D10).
 * @throws Error when the program cannot be started.
 */
export async function spawnGuarded(options: {
  command: string
  args: readonly string[]
  /** File descriptor that takes the program's output; the program must not depend on a reader that may die. */
  output: number | 'ignore'
  /** Milliseconds between the polite request and the kill. */
  grace: number
  /** Variables beside those of this process. */
  env?: Readonly<Record<string, string>> | undefined
}): Promise<GuardedProgram> {
  const { command, args, output, grace, env } = options
  const supervisor = spawn(
    process.execPath,
    [fileURLToPath(new URL('./supervisor.ts', import.meta.url)), String(grace), command, ...args],
    {
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
      env: { ...process.env, ...env, NODE_OPTIONS: '' },
    },
  )

  let ending = 'killed'
  const exited = new Promise<string>(resolve => {
    supervisor.once('exit', () => {
      // A supervisor that was itself killed leaves its group behind: end that too.
      if (supervisor.pid !== undefined) killGroup(supervisor.pid)
      resolve(ending)
    })
  })

  const pid = await new Promise<number>((resolve, reject) => {
    supervisor.once('error', reject)
    supervisor.on('message', message => {
      const report = readReport(message)
      if (report.pid !== undefined) resolve(report.pid)
      if (report.ending !== undefined) ending = report.ending
    })
    exited.then(how => reject(new Error(`Could not start ${command}: ${how}`)))
  })

  return {
    pid,
    exited,
    async stop() {
      if (supervisor.connected) supervisor.disconnect()
      await exited
    },
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The group is gone, as intended.
  }
}

function readReport(message: unknown): { pid?: number; ending?: string } {
  if (typeof message !== 'object' || message === null) return {}
  const { pid, failure, code, signal } = message as Record<string, unknown>
  if (typeof pid === 'number') return { pid }
  if (typeof failure === 'string') return { ending: failure }
  return { ending: typeof signal === 'string' ? `signal ${signal}` : `exit code ${code}` }
}
