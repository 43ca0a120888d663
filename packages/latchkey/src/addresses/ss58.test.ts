import { checkAddress, decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSs58, parseSs58 } from './ss58.ts'

const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 })
// 46 and 47 are reserved, and the ecosystem's library refuses them.
const anyPrefix = fc.integer({ min: 0, max: 16_383 }).filter(prefix => prefix !== 46 && prefix !== 47)

test('writes what the ecosystem’s library writes, and reads it back', () => {
  fc.assert(
    fc.property(anyKey, anyPrefix, (key, prefix) => {
      const address = formatSs58(key, prefix)
      expect(address).toBe(encodeAddress(key, prefix))
      expect(parseSs58(address)).toEqual({ prefix, key: Uint8Array.from(key) })
    }),
  )
})

test('takes no address with a changed letter, as the ecosystem’s library does not', () => {
  fc.assert(
    fc.property(
      anyKey,
      anyPrefix,
      fc.nat(60),
      fc.constantFrom(...'123ABCabcxyz'),
      (key, prefix, at, letter) => {
        const address = formatSs58(key, prefix)
        const place = at % address.length
        const changed = address.slice(0, place) + letter + address.slice(place + 1)
        const parsed = parseSs58(changed)
        if (changed === address) return
        // One change in 65,536 has a right checksum by chance.
        expect(parsed !== undefined).toBe(checkAddress(changed, parsed?.prefix ?? prefix)[0])
      },
    ),
  )
})

test.each([
  ['nothing', ''],
  ['no text', 7],
  ['letters that base58 has not', '0'.repeat(47)],
  ['a key of 33 bytes', encodeAddress(new Uint8Array(33).fill(2), 42)],
  ['an account index', encodeAddress(Uint8Array.of(1, 2), 42)],
  ['an address of Ethereum', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['a key of Solana', 'So11111111111111111111111111111111111111112'],
  ['megabytes', '1'.repeat(5_000_000)],
])('%s is no address', (_what, text) => {
  expect(parseSs58(text)).toBeUndefined()
})

test('the long form of a short prefix is another text, and none', () => {
  const key = decodeAddress('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')
  expect(parseSs58(formatSs58(key, 42))?.prefix).toBe(42)
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), text => {
      const parsed = parseSs58(text)
      if (parsed) expect(formatSs58(parsed.key, parsed.prefix)).toBe(text)
    }),
  )
})
