import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type GuardedProgram, spawnGuarded } from './spawnGuarded.ts'

/** Milliseconds between two questions whether it answers. */
const askEvery = 50

/**
 * Starts a guarded program with its output in a file, and waits until it answers.
 * @throws Error with one line, the program's last where it said something, when it ends or does not answer in time.
 */
export async function spawnAnswering(options: {
  readonly command: string
  readonly args: readonly string[]
  readonly logFile: string
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Milliseconds in which it may end before it is killed. */
  readonly grace: number
  /** Milliseconds in which it must answer. */
  readonly limit: number
  /** What errors call it, such as `the node`. */
  readonly name: string
  readonly signal: AbortSignal | undefined
  /** Whether it answers; a rejection says no. */
  answers(): Promise<boolean>
}): Promise<GuardedProgram> {
  const { command, args, env, logFile, grace, signal } = options
  const output = openSync(logFile, 'w')
  const program = await spawnGuarded({ command, args, output, grace, env }).finally(() => closeSync(output))
  try {
    await untilAnswering(program, options)
    return program
  } catch (error) {
    await program.stop()
    signal?.throwIfAborted()
    const said = readFileSync(logFile, 'utf8').trim().split('\n').at(-1)
    throw new Error(said || (error instanceof Error ? error.message : String(error)), { cause: error })
  }
}

async function untilAnswering(
  program: GuardedProgram,
  {
    name,
    limit,
    signal,
    answers,
  }: Pick<Parameters<typeof spawnAnswering>[0], 'name' | 'limit' | 'signal' | 'answers'>,
): Promise<void> {
  let ended: string | undefined
  void program.exited.then(how => {
    ended = how
  })
  const deadline = performance.now() + limit
  while (performance.now() < deadline) {
    signal?.throwIfAborted()
    if (ended !== undefined) throw new Error(`${name} ended with ${ended}`)
    // No listener yet, or still reading what it kept.
    if (await answers().catch(() => false)) return
    await delay(askEvery)
  }
  throw new Error(`${name} did not answer in ${limit / 1_000} s`)
}
