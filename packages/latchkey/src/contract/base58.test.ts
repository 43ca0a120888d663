import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatBase58, parseBase58, readBase58 } from './base58.ts'

const bytes = fc.uint8Array({ maxLength: 80 })

test('reads back the written bytes, leading zeros as well', () => {
  fc.assert(
    fc.property(bytes, fc.nat(4), (some, zeros) => {
      const whole = Uint8Array.from([...new Uint8Array(zeros), ...some])
      expect(readBase58(formatBase58(whole), 100)).toEqual(whole)
    }),
  )
})

test.each([
  ['', ''],
  ['00', '1'],
  ['61', '2g'],
  ['626262', 'a3gV'],
  ['00eb15231dfceb60925886b67d065299925915aeb172c06647', '1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L'],
])('%s is %j', (hex, text) => {
  expect(formatBase58(Buffer.from(hex, 'hex'))).toBe(text)
  expect(Buffer.from(readBase58(text, 40) ?? []).toString('hex')).toBe(hex)
})

test('refuses other letters, other lengths and texts that are too long', () => {
  expect([readBase58('0', 9), readBase58('l', 9), readBase58('a b', 9), readBase58('é', 9)]).toEqual(
    Array(4).fill(undefined),
  )
  expect(parseBase58('1'.repeat(32), 32)).toEqual(new Uint8Array(32))
  expect([parseBase58('1'.repeat(31), 32), parseBase58('1'.repeat(33), 32)]).toEqual([undefined, undefined])
  expect(readBase58('z'.repeat(1_000), 32)).toBeUndefined()
})
