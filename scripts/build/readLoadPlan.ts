import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadPlan } from './mergeModules.ts'

/** Where a package says which of its modules load together: beside its sources. */
const loadPlanFile = 'loadPlan.json'

/** The load plan of a package as it is written, its modules as paths below `src`; undefined where there is none. */
export function readLoadPlanSource(folder: string): LoadPlan | undefined {
  const file = join(folder, loadPlanFile)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** The same with paths below `dist`; a package without one loads as it is. */
export function readLoadPlan(folder: string): LoadPlan | undefined {
  const plan = readLoadPlanSource(folder)
  if (!plan) return undefined
  const emitted = (path: string) => path.replace(/\.tsx?$/, '.js')
  const rows = (all: LoadPlan['later']) =>
    Object.fromEntries(Object.entries(all).map(([name, paths]) => [name, paths.map(emitted)]))
  return {
    ...plan,
    first: plan.first.map(emitted),
    later: rows(plan.later),
    together: rows(plan.together),
    ...(plan.numbers && { numbers: { ...plan.numbers, module: emitted(plan.numbers.module) } }),
    ...(plan.texts !== undefined && { texts: emitted(plan.texts) }),
  }
}
