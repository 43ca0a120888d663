import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { LoadPlan, LoadResult } from './loadPlan.ts'

/** Runs the generator in a process of its own. @throws Error when an answer was refused. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const text = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'generate.ts'), JSON.stringify(plan)],
      { timeout: (plan.seconds + 20) * 1_000 },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
    )
  })
  const result = JSON.parse(text) as LoadResult
  if (result.refused > 0)
    throw new Error(`${result.refused} of ${result.requests} answers of ${plan.url} were refused`)
  return result
}
