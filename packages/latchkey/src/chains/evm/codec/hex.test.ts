import fc from 'fast-check'
import { numberToHex, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { parseQuantity, textToHex, toQuantity } from './hex.ts'

test('quantities agree with viem and come back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), value => {
      expect(toQuantity(value)).toBe(numberToHex(value))
      expect(parseQuantity(toQuantity(value))).toBe(value)
    }),
  )
})

// Every code point, lone surrogates too.
const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map(points => String.fromCodePoint(...points))

test('texts agree with viem', () => {
  fc.assert(
    fc.property(anyText, text => {
      expect(textToHex(text)).toBe(stringToHex(text))
    }),
  )
})

test.each([
  ['0x00', 0n],
  ['0x0A', 10n],
  [`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
])('%s is %s', (text, value) => {
  expect(parseQuantity(text)).toBe(value)
})

test.each([
  '',
  '0x',
  '0x-1',
  '-0x1',
  '0x1 ',
  '1',
  '0xg',
  `0x1${'0'.repeat(64)}`,
  '0x1n',
  1,
  1n,
  null,
  ['0x1'],
])('reads no quantity from garbage %#', value => {
  expect(parseQuantity(value)).toBeUndefined()
})
