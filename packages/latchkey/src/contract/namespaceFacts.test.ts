import { expect, test } from 'vitest'
import { isSameId, spelledOnce } from './namespaceFacts.ts'

test.each([
  ['0xAb', '0xaB', 'caseless', true],
  ['0xAb', '0xaB', 'exact', false],
  ['7EcD', '7EcD', 'exact', true],
  [undefined, undefined, 'exact', true],
  [undefined, 'a', 'caseless', false],
  ['a', undefined, 'exact', false],
] as const)('%s and %s are one id when %s: %s', (one, other, spelling, same) => {
  expect(isSameId(one, other, spelling)).toBe(same)
})

test('an exact id stays as it is, a caseless one loses its capitals', () => {
  expect([spelledOnce('aB', 'exact'), spelledOnce('aB', 'caseless')]).toEqual(['aB', 'ab'])
})
