import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../testing/src/fixtures/anyCharacter.ts'
import { canonicalJson } from './canonicalJson.ts'

test('members are sorted by code unit, at every depth, and nothing is between them', () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'é"\n', B: true, '10': 0, '9': 2 })).toBe(
    '{"10":0,"9":2,"B":true,"a":"é\\"\\n","b":[{"c":null,"d":1}]}',
  )
})

test.each([[1.5], [Number.NaN], [-0], [2 ** 53], [undefined], [() => 1], [1n], [Symbol('s')]])(
  'refuses %s',
  value => {
    expect(() => canonicalJson({ value: [value] })).toThrow(TypeError)
  },
)

test('refuses values that are nested without end', () => {
  const loop: unknown[] = []
  loop.push(loop)
  expect(() => canonicalJson(loop)).toThrow(TypeError)
})

const json = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: anyCharacter }),
    fc.maxSafeInteger().map(value => value + 0),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 6 }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

test('says the same for the same value, whatever its order, and different things for different values', () => {
  fc.assert(
    fc.property(json, value => {
      const text = canonicalJson(value)
      const parsed: unknown = JSON.parse(text)
      expect(canonicalJson(parsed)).toBe(text)
      expect(parsed).toEqual(value)
    }),
  )
})
