import { isValidSuiAddress, normalizeSuiAddress } from '@mysten/sui/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSuiAddress } from './suiAddress.ts'

const hex = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 1, maxLength })

test('every form of an address has one, which is the one that Sui’s own library has', () => {
  fc.assert(
    fc.property(hex(64), digits => {
      const address = parseSuiAddress(`0x${digits}`)
      expect(address).toBe(normalizeSuiAddress(digits))
      expect(isValidSuiAddress(address ?? '')).toBe(true)
      expect(parseSuiAddress(address)).toBe(address)
      expect(parseSuiAddress(`0x${digits.toUpperCase()}`)).toBe(address)
    }),
  )
})

test('nothing else is one', () => {
  fc.assert(
    fc.property(fc.anything(), value => {
      const isOne = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
      expect(parseSuiAddress(value) !== undefined).toBe(isOne)
    }),
  )
  for (const text of [
    '',
    '0x',
    '2',
    `0x${'1'.repeat(65)}`,
    '0x2 ',
    ' 0x2',
    '0x2\n',
    '0xg',
    '0X2g',
    `0x${'0'.repeat(1e6)}`,
  ])
    expect(parseSuiAddress(text), text.slice(0, 70)).toBeUndefined()
})
