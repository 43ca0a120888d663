import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Durations, readDurations, totalOf, writeDurations } from './durations.ts'
import type { Gate, GateContext, GateResult } from './gate.ts'
import { type GateClock, systemClock } from './gateClock.ts'
import { endProcesses, markedProcesses } from './marked.ts'
import { runProgram } from './runProgram.ts'
import { watchSilence } from './watchSilence.ts'

/** Minutes without a word after which a gate is ended. What the runner itself prints is no word of the gate. */
export const silenceMinutes = 10

/** Minutes after which a run is ended by default. */
export const usualRunMinutes = 80

/** How `runGates` runs. */
export interface RunOptions {
  root: string
  print(line: string): void
  /** Ends the running gate and leaves the rest out. */
  signal: AbortSignal
  /** Minutes after which the whole run is ended; 80 by default. */
  runMinutes?: number
  /** Milliseconds in which what a gate started may end by itself; 2000 by default. */
  settleMs?: number
  /** The machine's by default. */
  clock?: GateClock
}

/** A gate with what came of it. */
export interface Outcome extends GateResult {
  gate: string
  /** When it began, in milliseconds of the run's clock. */
  began: number
  seconds: number
  /** Seconds that it took when it last passed on this machine; undefined in its first run. */
  lastSeconds: number | undefined
  /** Seconds that a run of the same gates took when all of them last passed on this machine; undefined in the first one. */
  lastTotal?: number | undefined
}

interface Run extends RunOptions {
  id: string
  folder: string
  clock: GateClock
  last: Durations
  /** Fires when the whole run took too long. */
  over: AbortSignal
}

const minuteMs = 60_000
const tailLines = 60

/**
 * Runs gates one after another, but for those that run beside another, each into a log of its own. A gate is ended when it
 * prints nothing for `silenceMinutes`, and each that is left when the whole run passes `runMinutes`. What gates leave
 * running is named, ended and counted.
 */
export async function runGates(gates: readonly Gate[], options: RunOptions): Promise<Outcome[]> {
  const { clock = systemClock, runMinutes = usualRunMinutes } = options
  const folder = join(options.root, '.cache', 'gates')
  mkdirSync(folder, { recursive: true })
  const over = new AbortController()
  const stop = Number.isFinite(runMinutes) ? clock.after(runMinutes * minuteMs, () => over.abort()) : () => {}
  const last = readDurations(folder)
  const run: Run = { ...options, id: randomUUID(), folder, clock, last, over: over.signal, runMinutes }
  const outcomes: Outcome[] = []
  for (const together of inTurns(gates)) {
    if (run.signal.aborted) break
    run.print(together.map(gate => `▸ ${gate.name} …`).join('  '))
    const ended = together.map(async gate => {
      const outcome = await runGate(gate, run)
      run.print(`  ${describe(outcome)}`)
      return outcome
    })
    outcomes.push(...(await Promise.all(ended)))
  }
  stop()
  outcomes.push(await lookForSurvivors(run))
  const passed = outcomes.filter(({ failed }) => failed === 0)
  const total = totalOf(gates.map(({ name }) => name))
  const lastTotal = last[total]
  writeDurations(folder, {
    ...Object.fromEntries(passed.map(({ gate, seconds }) => [gate, seconds])),
    // One that was broken off took less than a whole one.
    ...(passed.length === gates.length + 1 && { [total]: totalSeconds(outcomes) }),
  })
  return outcomes.map(outcome => ({ ...outcome, lastTotal }))
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

async function runGate(gate: Gate, run: Run): Promise<Outcome> {
  const { clock, over } = run
  const began = clock.now()
  const silent = new AbortController()
  const silence = watchSilence(clock, silenceMinutes * minuteMs, () => silent.abort())
  const logFile = join(run.folder, `${gate.name}.log`)
  writeFileSync(logFile, '')
  const log = new Tail(text => {
    silence.heard()
    appendFileSync(logFile, text)
  })
  const signal = AbortSignal.any([run.signal, silent.signal, over])
  let result: GateResult
  try {
    result = over.aborted
      ? { passed: 0, failed: 1 }
      : await gate.run(gateContext(gate.name, run, log, signal))
  } catch (error) {
    log.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    result = { passed: 0, failed: 1, notes: ['crashed'] }
  }
  silence.stop()
  if (silent.signal.aborted)
    result = endedEarly(result, `ended: it printed nothing for ${silenceMinutes} minutes`)
  else if (over.aborted) result = endedEarly(result, `ended: the whole run passed ${run.runMinutes} minutes`)
  if (result.failed > 0) {
    run.print(log.last(tailLines))
    run.print(`  (the whole output is in .cache/gates/${gate.name}.log)`)
  }
  const seconds = (clock.now() - began) / 1000
  return { ...result, gate: gate.name, began, seconds, lastSeconds: run.last[gate.name] }
}

function endedEarly(result: GateResult, why: string): GateResult {
  return { ...result, failed: Math.max(1, result.failed), notes: [...(result.notes ?? []), why] }
}

function gateContext(gate: string, run: Run, log: Tail, signal: AbortSignal): GateContext {
  return {
    root: run.root,
    signal,
    log: text => log.write(text),
    run: (command, settings) =>
      runProgram(command, {
        cwd: run.root,
        env: settings?.env ?? {},
        mark: { run: run.id, gate },
        write: text => log.write(text),
        signal,
      }),
    file: name => {
      const path = join(run.folder, `${gate}.${name}`)
      rmSync(path, { force: true })
      return path
    },
  }
}

async function lookForSurvivors(run: Run): Promise<Outcome> {
  const began = run.clock.now()
  const looked = performance.now()
  const { settleMs = 2_000 } = run
  let left = markedProcesses(run.id)
  while (left.length > 0 && performance.now() - looked < settleMs) {
    await new Promise(resolve => setTimeout(resolve, 100))
    left = markedProcesses(run.id)
  }
  const lines = left.map(each => `${each.gate} left process ${each.pid} running: ${each.command}`)
  writeFileSync(join(run.folder, 'survivors.log'), lines.join('\n'))
  for (const line of lines) run.print(`  ${line}`)
  await endProcesses(left.map(each => each.pid))
  const seconds = (run.clock.now() - began) / 1000
  const gate = 'survivors'
  return { passed: 0, failed: left.length, gate, began, seconds, lastSeconds: run.last[gate] }
}

function describe({ gate, passed, failed, checked, seconds, lastSeconds, notes = [] }: Outcome): string {
  const counts = [
    ...(checked ? [formatChecked(checked)] : []),
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ]
  const found = counts.length === 0 ? 'nothing found' : counts.join(', ')
  const time = `${seconds.toFixed(1)} s (${formatLast(lastSeconds?.toFixed(1))})`
  return [`${failed === 0 ? '✓' : '✗'} ${gate}: ${found} in ${time}`, ...notes].join(' — ')
}

const formatLast = (seconds: string | undefined): string =>
  seconds === undefined ? 'first run' : `last time ${seconds} s`

const formatChecked = ({ count, what }: { count: number; what: string }): string =>
  `${count.toLocaleString('en-US')} ${what}`

/**
 * Formats the summary of a whole run, with the gates left out. Checks besides tests are counted in their own line; the
 * last line counts tests and is exactly `N passed, N failed`.
 */
export function summarise(outcomes: readonly Outcome[], without: readonly string[] = []): string {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  const left = without.length > 0 ? ` — without ${without.join(', ')}` : ''
  const last = outcomes[0]?.lastTotal
  const time = `${Math.round(totalSeconds(outcomes))} s (${formatLast(last?.toFixed(0))})`
  const total = `total: ${time}${left}`
  const checked = outcomes.flatMap(outcome => (outcome.checked ? [formatChecked(outcome.checked)] : []))
  const apart = checked.length > 0 ? [checked.join(', ')] : []
  return ['', ...outcomes.map(describe), total, ...apart, `${passed} passed, ${failed} failed`].join('\n')
}

function totalSeconds(outcomes: readonly Outcome[]): number {
  const began = Math.min(...outcomes.map(outcome => outcome.began))
  return Math.max(...outcomes.map(outcome => (outcome.began - began) / 1000 + outcome.seconds))
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
