/** Before the contract tests: starts one PostgreSQL and one Valkey or Redis for all of them, and ends both after them. */
import { join } from 'node:path'
import { type DatabaseName, databaseNames, findPrograms, withoutDatabases } from './findPrograms.ts'
import { startPostgres } from './startPostgres.ts'
import { startRedis } from './startRedis.ts'

const starters: Readonly<Record<DatabaseName, (options: { folder: string }) => Promise<Started>>> = {
  postgres: startPostgres,
  redis: () => startRedis(),
}

interface Started {
  readonly url: string
  close(): Promise<void>
}

/** The variable under which the tests find a system; unset where it is not there. */
export const urlVariables: Readonly<Record<DatabaseName, string>> = {
  postgres: 'LATCHKEY_TEST_POSTGRES',
  redis: 'LATCHKEY_TEST_REDIS',
}

export async function setup(): Promise<() => Promise<void>> {
  // Processes that tests start run the same sources: the first one keeps what it has made of them for the others.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../.cache/node-compile')
  const without = withoutDatabases()
  const starting = await Promise.allSettled(
    databaseNames.map(async name => {
      delete process.env[urlVariables[name]]
      const folder = without.includes(name) ? undefined : findPrograms(name)
      if (folder === undefined) return undefined
      const started = await starters[name]({ folder })
      process.env[urlVariables[name]] = started.url
      return started
    }),
  )
  const end = async (): Promise<void> => {
    await Promise.all(starting.map(each => (each.status === 'fulfilled' ? each.value?.close() : undefined)))
  }
  const failed = starting.find(each => each.status === 'rejected')
  if (failed === undefined) return end
  // One that runs would keep the tests' process from ending.
  await end()
  throw failed.reason
}
