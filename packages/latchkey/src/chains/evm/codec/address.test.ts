import fc from 'fast-check'
import { getAddress, isAddress } from 'viem'
import { expect, test } from 'vitest'
import { checksumAddress, isEvmAddress } from './address.ts'

const hexCharacter = fc.constantFrom(...'0123456789abcdefABCDEF')
const anyCase = fc
  .array(hexCharacter, { minLength: 40, maxLength: 40 })
  .map(characters => `0x${characters.join('')}`)

test.each([
  // The examples of EIP-55.
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('%s is its own checksum form', address => {
  expect(checksumAddress(address)).toBe(address)
  expect(isEvmAddress(address)).toBe(true)
})

test.each([
  ['no prefix', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['all lower', `0x${'a'.repeat(40)}`, true],
  ['all upper', `0x${'A'.repeat(40)}`, true],
  ['digits only', `0x${'1'.repeat(40)}`, true],
  ['one letter of the wrong case', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', false],
  ['wrong case without prefix', '5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', false],
  ['39 characters', `0x${'a'.repeat(39)}`, false],
  ['41 characters', `0x${'a'.repeat(41)}`, false],
  ['an upper-case prefix', `0X${'a'.repeat(40)}`, false],
  ['a line break at the end', `0x${'a'.repeat(40)}\n`, false],
  ['not hex', `0x${'g'.repeat(40)}`, false],
  ['full-width digits', `0x${'１'.repeat(40)}`, false],
  ['an array of one', [`0x${'a'.repeat(40)}`], false],
])('SPEC §5 an address with %s', (_name, value, valid) => {
  expect(isEvmAddress(value)).toBe(valid)
})

test('agrees with viem on the checksum of every address', () => {
  fc.assert(
    fc.property(anyCase, address => {
      const lower = address.toLowerCase()
      expect(checksumAddress(lower)).toBe(getAddress(lower as `0x${string}`))
      expect(checksumAddress(address)).toBe(checksumAddress(lower))
    }),
  )
})

test('agrees with viem on what is an address, but for SPEC’s upper case and missing prefix', () => {
  fc.assert(
    fc.property(fc.oneof(anyCase, fc.string({ maxLength: 50 })), text => {
      const upper = /^0x[0-9A-F]{40}$/.test(text)
      const bare = /^[0-9a-fA-F]{40}$/.test(text)
      if (!upper && !bare) expect(isEvmAddress(text)).toBe(isAddress(text))
    }),
  )
})
