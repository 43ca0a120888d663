import { resolve } from 'node:path'
import { ensureChromium, ensureShell } from '../chromium/chromium.ts'
import { ensureDatabases } from '../databases/ensureDatabases.ts'
import { withoutDatabases } from '../databases/findPrograms.ts'
import { chooseGates } from './chooseGates.ts'
import type { Gate } from './gate.ts'
import { gates } from './gates.ts'
import { makeMemoryFolder } from './memoryFolder.ts'
import { runGates, summarise } from './runGates.ts'

const root = resolve(import.meta.dirname, '../..')
// Compilers and bundlers written in Go: what they leave is not worth collecting as often as they do. For the host pages of the
// end-to-end tests that was a seventh of the bundler's time.
process.env.GOGC ??= '400'
const stop = new AbortController()
const interrupted = new Error('interrupted')
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort(interrupted))

/** The gates as they are where Chromium is there or can be installed; else each that needs it fails and says why. */
async function withChromium(chosen: readonly Gate[]): Promise<readonly Gate[]> {
  if (!chosen.some(gate => gate.browser || gate.usesBrowser)) return chosen
  try {
    process.env.LATCHKEY_SHELL = await ensureShell(stop.signal)
    process.env.LATCHKEY_CHROMIUM = await ensureChromium(stop.signal)
    return chosen
  } catch (error) {
    stop.signal.throwIfAborted()
    const notes = [error instanceof Error ? error.message : String(error)]
    return chosen.map(gate =>
      gate.browser ? { ...gate, run: async () => ({ passed: 0, failed: 1, notes }) } : gate,
    )
  }
}

try {
  const names = chooseGates(process.argv.slice(2), gates)
  const chosen = gates.filter(gate => names.includes(gate.name))
  const needsDatabases = chosen.some(gate => gate.databases)
  const without = needsDatabases ? withoutDatabases() : []
  if (needsDatabases) await ensureDatabases(without, line => console.log(line), stop.signal)
  const isLong = chosen.some(gate => gate.long)
  // What takes minutes is about real disks, too.
  const memory = isLong ? undefined : makeMemoryFolder()
  if (memory) {
    process.env.TMPDIR = memory.path
    process.once('exit', memory.remove)
  }
  const outcomes = await runGates(await withChromium(chosen), {
    root,
    // Soaks run without a time limit.
    ...(isLong && { runMinutes: Number.POSITIVE_INFINITY }),
    print: line => console.log(line),
    signal: stop.signal,
  })
  console.log(summarise(outcomes, without))
  if (stop.signal.aborted) process.exitCode = 130
  else if (outcomes.some(outcome => outcome.failed > 0)) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exitCode = stop.signal.aborted ? 130 : 1
}
