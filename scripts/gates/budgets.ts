import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** A number of budgets.json, such as `readBudget('size', 'buttonGzip')`; throws when it is not there. */
export function readBudget(section: string, name: string): number {
  const budgets: Record<string, Record<string, unknown> | undefined> = JSON.parse(
    readFileSync(join(root, 'budgets.json'), 'utf8'),
  )
  const value = budgets[section]?.[name]
  if (typeof value !== 'number') throw new Error(`budgets.json has no number ${section}.${name}`)
  return value
}
