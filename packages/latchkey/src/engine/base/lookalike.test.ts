import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { looksAlike } from './lookalike.ts'

const own = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const paid = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const known = [own, paid]

const table: readonly (readonly [name: string, address: string, alike: string | undefined])[] = [
  ['a stranger', '0x1111111111111111111111111111111111111111', undefined],
  ['an address of ours', own, undefined],
  ['an address of ours in lower case', own.toLowerCase(), undefined],
  ['one we paid, in capitals', paid.toUpperCase().replace('0X', '0x'), undefined],
  ['the same four and six at the ends', '0x71c70000000000000000000000000000f6d8976f', own],
  ['what the short form shows', '0x71ffffffffffffffffffffffffffffffffd8976f', own],
  ['the last four only just', '0x71ffffffffffffffffffffffffffffffffff976f', own],
  ['in another case', '0xD8ffffffffffffffffffffffffffffffffff6045', paid],
  ['the start alone', '0x71C7656EC7ab88b098defB751B7401B5f6d80000', undefined],
  ['the end alone', '0x00C7656EC7ab88b098defB751B7401B5f6d8976F', undefined],
  ['three at the end', '0x71fffffffffffffffffffffffffffffffffff76f', undefined],
  ['nothing', '', undefined],
]

describe('T63: looksAlike', () => {
  test.each(table)('%s', (_name, address, alike) => {
    expect(looksAlike(address, known)).toBe(alike)
  })

  test('an address that is known is no imitation, whichever comes first', () => {
    const imitation = `${own.slice(0, 6)}${'0'.repeat(30)}${own.slice(-6)}`
    expect(looksAlike(imitation, [own, imitation])).toBeUndefined()
    expect(looksAlike(imitation, [imitation, own])).toBeUndefined()
  })

  test('in an alphabet where case counts, another case is another address that looks alike', () => {
    const address = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
    expect(looksAlike(address.replace('xX', 'XX'), [address])).toBe(address)
    expect(looksAlike(address, [address])).toBeUndefined()
  })

  const hex = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length })

  test('finds each one that keeps the ends, and never an equal one', () => {
    fc.assert(
      fc.property(hex(40), hex(34), (digits, middle) => {
        const address = `0x${digits}`
        const other = `0x${digits.slice(0, 2)}${middle}${digits.slice(-4)}`
        const isEqual = address.toLowerCase() === other.toLowerCase()
        expect(looksAlike(other, [address])).toBe(isEqual ? undefined : address)
        expect(looksAlike(address, [other])).toBe(isEqual ? undefined : other)
        expect(looksAlike(address.toUpperCase().replace('0X', '0x'), [address])).toBeUndefined()
      }),
    )
  })

  test('any two texts give an answer', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (address, others) => {
        const alike = looksAlike(address, others)
        expect(alike === undefined || others.includes(alike)).toBe(true)
      }),
    )
  })
})
