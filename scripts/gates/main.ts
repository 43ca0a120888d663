import { resolve } from 'node:path'
import { ensureChromium } from '../chromium.ts'
import { readBudget } from './budgets.ts'
import { chooseGates } from './chooseGates.ts'
import { gates } from './gates.ts'
import { runGates, summarise } from './runGates.ts'

const root = resolve(import.meta.dirname, '../..')
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort())

try {
  const names = chooseGates(process.argv.slice(2), gates)
  const chosen = gates.filter(gate => names.includes(gate.name))
  if (chosen.some(gate => gate.browser)) process.env.LATCHKEY_CHROMIUM = await ensureChromium()
  const outcomes = await runGates(chosen, {
    root,
    budget: gate => readBudget('gates', gate),
    print: line => console.log(line),
    signal: stop.signal,
  })
  console.log(summarise(outcomes, readBudget('gates', 'total')))
  if (stop.signal.aborted) process.exitCode = 130
  else if (outcomes.some(outcome => outcome.failed > 0)) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
