import { describe, expect, it } from 'vitest'
import { urlVariables } from '../../../../../scripts/databases/contractSetup.ts'
import {
  type DatabaseName,
  findPrograms,
  withoutDatabases,
} from '../../../../../scripts/databases/findPrograms.ts'

/** Where the test run's own PostgreSQL or Redis is; undefined when it was left out or is missing. */
export function databaseUrlOf(name: DatabaseName): string | undefined {
  return process.env[urlVariables[name]]
}

/** Milliseconds for a connection in tests: a server gives up after two seconds, in which a busy machine may start none. */
export const connectTimeout = 60_000

/** The folder of a system's programs, for a test that stops and starts one of its own. */
export function programsOf(name: DatabaseName): string {
  const folder = findPrograms(name)
  if (folder === undefined) throw new Error(`${name} is missing`)
  return folder
}

/** Tests that need these systems; where one is not there, `databases.test.ts` alone fails for it. */
export function describeWith(names: readonly DatabaseName[], title: string, tests: () => void): void {
  const missing = names.filter(name => databaseUrlOf(name) === undefined)
  describe(title, () => {
    if (missing.length === 0) tests()
    else it(`is left out without ${missing.join(' and ')}`, () => expect(missing).not.toEqual([]))
  })
}

export { withoutDatabases }
