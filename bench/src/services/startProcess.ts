import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sourceCondition } from '../../../scripts/sourceCondition.ts'

export interface Running {
  readonly pid: number
  /** What said that it is ready. */
  readonly said: Line
  /** Milliseconds from its start to that line. */
  readonly startMs: number
  close(): Promise<void>
}

/** Where Node keeps what it compiled, for all of them: `npm run server` and the images do as well. */
const compiled = join(resolve(import.meta.dirname, '../../..'), '.cache/node-compile')

type Line = Readonly<Record<string, unknown>>

/**
 * Runs a script of this repository until its output says that it is ready. Output goes to a file, as a server's
 * does: reading it along would cost the machine that is measured.
 */
export async function startProcess(options: {
  readonly file: string
  readonly env?: Readonly<Record<string, string>>
  /** The line that says so, if it is among these. */
  readonly ready: (lines: readonly Line[]) => Line | undefined | Promise<Line | undefined>
}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const file = join(folder, 'out')
  const out = openSync(file, 'w')
  const started = performance.now()
  const child = spawn(process.execPath, [`--conditions=${sourceCondition}`, options.file], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compiled, ...options.env },
    stdio: ['ignore', out, 'inherit'],
  })
  closeSync(out)
  const close = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = started + 30_000
  while (child.exitCode === null && performance.now() < deadline) {
    const said = await options.ready(linesOf(file))
    if (said !== undefined) return { pid: child.pid ?? 0, said, startMs: performance.now() - started, close }
    await wait(5)
  }
  const output = readFileSync(file, 'utf8')
  await close()
  throw new Error(`${options.file} did not start: ${output.slice(-2_000)}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  const killed = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(killed)
}

function linesOf(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        return [JSON.parse(line) as Record<string, unknown>]
      } catch {
        // The last one is still being written.
        return []
      }
    })
}
