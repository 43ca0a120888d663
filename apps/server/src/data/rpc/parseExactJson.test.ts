import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseExactJson, readU64 } from './parseExactJson.ts'

it('writes an answer again as a node wrote it, whatever its whole numbers', () => {
  const text =
    '{"a":18446744073709551615,"b":[9007199254740993,1,-9007199254740993],"c":"12345678901234567890"}'
  expect(JSON.stringify(parseExactJson(text))).toBe(text)
})

it('reads every number of 64 bits exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), value => {
      const { value: read } = parseExactJson(`{"value": ${value}}`) as { value: unknown }
      expect(readU64(read)).toBe(value)
    }),
  )
})

it.each([
  '18446744073709551616',
  '-1',
  '-9007199254740993',
  '1.5',
  '1e30',
  '"1"',
  'null',
  '{"rawJSON":"1"}',
  '[1]',
])('reads %s as no number of 64 bits', text => {
  expect(
    readU64(parseExactJson(`[${text}]`) && (parseExactJson(`[${text}]`) as unknown[])[0]),
  ).toBeUndefined()
})

it('parses what has no such number as JSON does', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(JSON.stringify(parseExactJson(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
  expect(() => parseExactJson('{"a":1234567890123456789,}')).toThrow(SyntaxError)
})
