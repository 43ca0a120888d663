import { expect, it } from 'vitest'
import { createLog } from './core/log/createLog.ts'
import { parseEnvironment } from './parseEnvironment.ts'
import { settingsSecrets } from './settingsSecrets.ts'

it.each([
  ['postgres://me:canary%2F7f3a@db.example/d', ['canary%2F7f3a', 'canary/7f3a']],
  ['postgres:///d?host=/run/pg&password=canary%257f3a', ['canary%7f3a', 'canary%257f3a']],
  ['postgres://me:%22canary%5C7f3a@db.example/d', ['%22canary%5C7f3a', '"canary\\7f3a']],
])('T44: %s is in no line of the log, and neither is its password', (DATABASE_URL, passwords) => {
  const settings = parseEnvironment({ DATABASE_URL, REDIS_URL: 'redis://:canary-too@r.example' })
  const lines: string[] = []
  const secrets = settingsSecrets(settings)
  const log = createLog({ level: 'info', secrets, sink: { write: line => lines.push(line) } })
  log.info({ DATABASE_URL, settings: { ...settings } }, `password ${passwords.join(' and ')} failed`)
  log.error({ err: new Error(`cannot reach ${DATABASE_URL} or canary-too`) }, 'failed')
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toMatch(/canary/)
})

it('a short password does not redact half of every line', () => {
  const settings = parseEnvironment({ DATABASE_URL: 'postgres://u:e@h/d' })
  expect(settingsSecrets(settings)).toEqual(['postgres://u:e@h/d'])
})

it('T44: the keys of providers of quotes are in no line of the log', () => {
  const keys = {
    ZEROX_API_KEY: 'canary-zerox',
    LIFI_API_KEY: 'canary-lifi',
    JUPITER_API_KEY: 'canary-jupiter',
  }
  const secrets = settingsSecrets(parseEnvironment(keys))
  const lines: string[] = []
  const log = createLog({ level: 'info', secrets, sink: { write: line => lines.push(line) } })
  for (const key of Object.values(keys)) log.error({ err: new Error(`refused ${key}`) }, `key ${key}`)
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toMatch(/canary/)
})
