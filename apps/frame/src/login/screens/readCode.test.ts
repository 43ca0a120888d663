import { expect, test } from 'vitest'
import { readCode } from './readCode.ts'

test.each([
  ['123456', 'short', '123456'],
  ['123 456', 'short', '123456'],
  ['123-456', 'short', '123456'],
  ['123\u00a0456\n', 'short', '123456'],
  ['Your code for Shop 24: 123 456', 'short', '123456'],
  ['123456 is your code. Expires in 10 minutes.', 'short', '123456'],
  ['Your code for 7 Lamps: 123456 Enter it where you started. Time: 2026-11-24 09:30 UTC', 'short', '123456'],
  ['1234567', 'short', '123456'],
  ['12 34', 'short', '1234'],
  ['Your code for Shop 24: 1234 5678', 'digits', '12345678'],
  ['Your code for Shop: 0AB1CD2EF', 'letters', '0AB1CD2EF'],
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
