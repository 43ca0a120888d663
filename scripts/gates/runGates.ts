import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Gate, GateContext, GateResult } from './gate.ts'
import { endProcesses, markedProcesses } from './marked.ts'
import { runProgram } from './runProgram.ts'

/** How `runGates` runs. */
export interface RunOptions {
  root: string
  /** Seconds that a gate may take; three times as many end it. */
  budget(gate: string): number
  print(line: string): void
  /** Ends the running gate and leaves the rest out. */
  signal: AbortSignal
  /** Milliseconds in which what a gate started may end by itself; 2000 by default. */
  settleMs?: number
}

/** A gate with what came of it. */
export interface Outcome extends GateResult {
  gate: string
  /** When it began, in milliseconds since the runner did. */
  began: number
  seconds: number
  budget: number
}

const patience = 3
const tailLines = 60

/**
 * Runs gates one after another, but for those that run beside another, each into a log of its own; whatever they
 * leave running is told, ended and counted.
 */
export async function runGates(gates: readonly Gate[], options: RunOptions): Promise<Outcome[]> {
  const run = randomUUID()
  const folder = join(options.root, '.cache', 'gates')
  mkdirSync(folder, { recursive: true })
  const outcomes: Outcome[] = []
  for (const together of inTurns(gates)) {
    if (options.signal.aborted) break
    options.print(together.map(gate => `▸ ${gate.name} …`).join('  '))
    const ended = together.map(async gate => {
      const outcome = await runGate(gate, run, folder, options)
      options.print(`  ${describe(outcome)}`)
      return outcome
    })
    outcomes.push(...(await Promise.all(ended)))
  }
  const survivors = await lookForSurvivors(run, folder, options)
  return [...outcomes, survivors]
}

/** The gates of each turn. Where only some are run, none comes beside one that it may have to wait for. */
function inTurns(gates: readonly Gate[]): readonly (readonly Gate[])[] {
  const turns = new Map<string, Gate[]>()
  for (const gate of gates) {
    const turn = gate.beside ?? gate.name
    turns.set(turn, [...(turns.get(turn) ?? []), gate])
  }
  return [...turns.values()]
}

async function runGate(gate: Gate, run: string, folder: string, options: RunOptions): Promise<Outcome> {
  const began = performance.now()
  const budget = options.budget(gate.name)
  const late = AbortSignal.timeout(Math.round(budget * patience * 1000))
  const signal = AbortSignal.any([options.signal, late])
  const logFile = join(folder, `${gate.name}.log`)
  writeFileSync(logFile, '')
  const log = new Tail(text => appendFileSync(logFile, text))
  const ctx = gateContext(gate.name, run, folder, log, signal, options)
  let result: GateResult
  try {
    result = await gate.run(ctx)
  } catch (error) {
    log.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    result = { passed: 0, failed: 1, notes: ['crashed'] }
  }
  if (late.aborted) {
    const notes = [...(result.notes ?? []), `ended after ${(budget * patience).toFixed(1)} s`]
    result = { passed: result.passed, failed: Math.max(1, result.failed), notes }
  }
  if (result.failed > 0) {
    options.print(log.last(tailLines))
    options.print(`  (the whole output is in .cache/gates/${gate.name}.log)`)
  }
  return { ...result, gate: gate.name, began, seconds: (performance.now() - began) / 1000, budget }
}

function gateContext(
  gate: string,
  run: string,
  folder: string,
  log: Tail,
  signal: AbortSignal,
  options: RunOptions,
): GateContext {
  return {
    root: options.root,
    signal,
    log: text => log.write(text),
    run: (command, settings) =>
      runProgram(command, {
        cwd: options.root,
        env: settings?.env ?? {},
        mark: { run, gate },
        write: text => log.write(text),
        signal,
      }),
    file: name => {
      const path = join(folder, `${gate}.${name}`)
      rmSync(path, { force: true })
      return path
    },
  }
}

async function lookForSurvivors(run: string, folder: string, options: RunOptions): Promise<Outcome> {
  const began = performance.now()
  const { settleMs = 2_000 } = options
  let left = markedProcesses(run)
  while (left.length > 0 && performance.now() - began < settleMs) {
    await new Promise(resolve => setTimeout(resolve, 100))
    left = markedProcesses(run)
  }
  const lines = left.map(each => `${each.gate} left process ${each.pid} running: ${each.command}`)
  writeFileSync(join(folder, 'survivors.log'), lines.join('\n'))
  for (const line of lines) options.print(`  ${line}`)
  await endProcesses(left.map(each => each.pid))
  const seconds = (performance.now() - began) / 1000
  const counts = { passed: left.length === 0 ? 1 : 0, failed: left.length }
  return { ...counts, gate: 'survivors', began, seconds, budget: options.budget('survivors') }
}

function describe({ gate, passed, failed, seconds, budget, notes = [] }: Outcome): string {
  const mark = failed === 0 ? '✓' : '✗'
  const over = seconds > budget ? ['over its time budget'] : []
  const counts = failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`
  return [`${mark} ${gate}: ${counts} in ${seconds.toFixed(1)} s of ${budget} s`, ...over, ...notes].join(
    ' — ',
  )
}

/** The summary of a whole run, with what was left out; its last line is exactly `N passed, N failed`. */
export function summarise(
  outcomes: readonly Outcome[],
  totalBudget: number,
  without: readonly string[] = [],
): string {
  const began = Math.min(...outcomes.map(outcome => outcome.began))
  const seconds = Math.max(...outcomes.map(outcome => (outcome.began - began) / 1000 + outcome.seconds))
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  const over = seconds > totalBudget ? ' — over the time budget' : ''
  const left = without.length > 0 ? ` — without ${without.join(', ')}` : ''
  const total = `total: ${Math.round(seconds)} s of ${totalBudget} s${over}${left}`
  return ['', ...outcomes.map(describe), total, `${passed} passed, ${failed} failed`].join('\n')
}

class Tail {
  private readonly sink: (text: string) => void
  private kept = ''

  constructor(sink: (text: string) => void) {
    this.sink = sink
  }

  write(text: string): void {
    this.sink(text)
    this.kept = (this.kept + text).slice(-40_000)
  }

  last(lines: number): string {
    return this.kept.trimEnd().split('\n').slice(-lines).join('\n')
  }
}
