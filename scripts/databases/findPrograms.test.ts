import { expect, test } from 'vitest'
import { withoutDatabases } from './findPrograms.ts'

test.each([
  ['', []],
  ['postgres', ['postgres']],
  [' redis , postgres,', ['redis', 'postgres']],
])('LATCHKEY_WITHOUT=%j leaves out %j', (text, names) => {
  expect(withoutDatabases(text)).toEqual(names)
})

test('an unknown name stops the run instead of testing less', () => {
  expect(() => withoutDatabases('postgre')).toThrow('LATCHKEY_WITHOUT may name postgres and redis')
})
