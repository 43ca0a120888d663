import { spawn } from 'node:child_process'
import type { Ran } from './gate.ts'
import { endProcesses, markedProcesses, markVariable, unknownGate } from './marked.ts'

/** How a gate's programs are run. */
export interface ProgramOptions {
  cwd: string
  env: Record<string, string>
  /** Identifies this run and gate in every process that the program starts. */
  mark: { run: string; gate: string }
  /** Receives the output as it comes. */
  write(text: string): void
  /** Ends the program, and everything it started, when it fires. */
  signal: AbortSignal
}

const keptCharacters = 2_000_000

/** Runs one program to its end; resolves with exit code 127 when it cannot be started, 124 when it was ended. */
export function runProgram(command: readonly string[], options: ProgramOptions): Promise<Ran> {
  if (options.signal.aborted) return Promise.resolve({ code: 124, output: '' })
  const [program = '', ...args] = command
  const mark = { [markVariable]: `${options.mark.run}:${options.mark.gate}` }
  return new Promise(resolve => {
    let output = ''
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env, ...mark },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (text: string): void => {
      options.write(text)
      if (output.length < keptCharacters) output += text
    }
    const settle = (code: number): void => {
      options.signal.removeEventListener('abort', end)
      resolve({ code: options.signal.aborted ? 124 : code, output })
    }
    const end = (): void => {
      // Another gate may be running beside this one; where no marks can be read, all goes.
      const own = markedProcesses(options.mark.run).filter(
        each => each.gate === options.mark.gate || each.gate === unknownGate,
      )
      void endProcesses(own.map(each => each.pid))
      child.kill()
    }
    options.signal.addEventListener('abort', end, { once: true })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep)
    child.on('error', error => {
      keep(`${error.message}\n`)
      settle(127)
    })
    child.on('exit', code => {
      // A survivor may hold the pipes open: the last words are waited for, but not for ever.
      const last = setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
      }, 1_000)
      child.on('close', () => {
        clearTimeout(last)
        settle(code ?? 1)
      })
    })
  })
}
