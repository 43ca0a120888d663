import { expect, it } from 'vitest'
import { databaseNames } from '../../../../../scripts/databases/findPrograms.ts'
import { databaseUrlOf, withoutDatabases } from './databases.fixture.ts'

const packages = { postgres: 'PostgreSQL', redis: 'Redis' }

it.each(databaseNames)('%s is there, or was left out on purpose', name => {
  if (withoutDatabases().includes(name)) return
  const missing = `${packages[name]} is missing: install it (Debian: apt-get install postgresql redis-server), or leave it out with LATCHKEY_WITHOUT=${name}`
  expect(databaseUrlOf(name), missing).toBeDefined()
})
