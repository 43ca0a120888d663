import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseMutants } from './chooseMutants.ts'
import { listMutants } from './listMutants.ts'
import { openRunner } from './openRunner.ts'
import { isEnough, runMutants } from './runMutants.ts'

// npm run mutate -- [--only TEXT] [--sample N] [--seed N] [--report FILE]; the last line counts killed mutants as passed.
const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    report: { type: 'string', default: '.cache/mutate/report.json' },
  },
})
// Another sample each day, that its seed brings back.
const seed = Number(values.seed ?? Math.floor(Date.now() / 86_400_000))
const mutants = chooseMutants(listMutants(), {
  seed,
  ...(values.only !== undefined && { only: values.only }),
  ...(values.sample !== undefined && { sample: Number(values.sample) }),
})
console.log(`${mutants.length} mutants${values.sample === undefined ? '' : `, drawn with --seed ${seed}`}`)
const runner = await openRunner(root)
try {
  const outcomes = await runMutants(mutants, runner, ({ mutant, state, by }, ms) => {
    const what = state === 'killed' ? by : `${JSON.stringify(mutant.from)} → ${JSON.stringify(mutant.to)}`
    console.log(`${state.padEnd(10)} ${mutant.id} (${Math.round(ms)} ms) ${what}`)
  })
  const report = resolve(root, values.report)
  mkdirSync(dirname(report), { recursive: true })
  const rows = outcomes.map(({ mutant, state, by }) => ({ ...mutant, state, by }))
  writeFileSync(report, `${JSON.stringify({ seed, mutants: rows }, null, 2)}\n`)
  const count = (state: string) => outcomes.filter(each => each.state === state).length
  const killed = count('killed')
  const share = ((killed / Math.max(1, outcomes.length)) * 100).toFixed(1)
  console.log(`${share} % killed, ${count('equivalent')} judged equivalent; report: ${join(values.report)}`)
  // A survivor that no decision judges fails only where there are too many: a new one costs a test, not the run.
  const isFine = isEnough(outcomes)
  console.log(`${killed} passed, ${isFine ? 0 : count('survived') + count('equivalent')} failed`)
  if (!isFine) process.exitCode = 1
} finally {
  await runner.close()
}
