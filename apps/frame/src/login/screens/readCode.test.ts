import { expect, test } from 'vitest'
import { readCode } from './readCode.ts'

test.each([
  ['12345678', 'digits', '12345678'],
  [' 1234 5678\n', 'digits', '12345678'],
  ['1234-5678 is your code', 'digits', '12345678'],
  ['１２３４５６７８', 'digits', '12345678'],
  ['123456789', 'digits', '12345678'],
  ['12a', 'digits', '12'],
  ['', 'digits', ''],
  ['abc-def-ghj', 'letters', 'ABCDEFGHJ'],
  ['oil 123 xyz9', 'letters', '011123XYZ'],
  ['<b>u</b>', 'letters', 'BB'],
] as const)('reads %j as a code of %s: %j', (text, form, code) => {
  expect(readCode(text, form)).toBe(code)
})
