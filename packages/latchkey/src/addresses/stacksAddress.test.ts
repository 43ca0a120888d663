import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { c32address, c32addressDecode } from 'c32check'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  foldStacksAddress,
  formatStacksAddress,
  parseStacksAddress,
  stacksVersionOf,
} from './stacksAddress.ts'

const versions = fc.constantFrom(20, 21, 22, 26)
const hashes = fc.oneof(
  fc.uint8Array({ minLength: 20, maxLength: 20 }),
  // Leading zeros make addresses shorter.
  fc
    .tuple(fc.nat({ max: 20 }), fc.uint8Array({ minLength: 20, maxLength: 20 }))
    .map(([zeros, bytes]) => bytes.fill(0, 0, zeros)),
)
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

test('writes what c32check writes, and reads it back', () => {
  fc.assert(
    fc.property(versions, hashes, (version, hash) => {
      const text = formatStacksAddress({ version, hash })
      expect(text).toBe(c32address(version, bytesToHex(hash)))
      expect(parseStacksAddress(text)).toEqual({ version, hash })
    }),
  )
})

test('takes no text that c32check refuses, and no second spelling of one that it takes', () => {
  const texts = fc
    .tuple(versions, hashes, fc.nat(), fc.constantFrom(...alphabet, ...'OILU '))
    .map(([version, hash, place, letter]) => {
      const text = formatStacksAddress({ version, hash })
      const at = place % text.length
      return text.slice(0, at) + letter + text.slice(at + 1)
    })
  fc.assert(
    fc.property(texts, text => {
      const ours = parseStacksAddress(text)
      if (!ours) return
      const [version, hash] = c32addressDecode(text)
      expect({ version, hash: hexToBytes(hash) }).toEqual(ours)
      expect(c32address(version, hash)).toBe(text)
    }),
  )
})

describe('an address', () => {
  const text = 'SP1THWXQ8368SDN2MJGE4BMDKMCHZ2GSVTS1X0BPM'

  test('differs from every text that has one other letter, one more or one less', () => {
    for (let at = 0; at < text.length; at++) {
      expect(parseStacksAddress(text.slice(0, at) + text.slice(at + 1))).toBeUndefined()
      for (const letter of alphabet) {
        const other = text.slice(0, at) + letter + text.slice(at + 1)
        if (other !== text) expect(parseStacksAddress(other), other).toBeUndefined()
        expect(parseStacksAddress(text.slice(0, at) + letter + text.slice(at))).toBeUndefined()
      }
    }
  })

  test.each([
    ['small letters', text.toLowerCase()],
    ['an O for a zero', text.replaceAll('0', 'O')],
    ['an I for a one', text.replaceAll('1', 'I')],
    ['an L for a one', text.replaceAll('1', 'l')],
  ])('is folded from %s, and is not read with them', (_what, other) => {
    expect(parseStacksAddress(other)).toBeUndefined()
    expect(foldStacksAddress(other)).toBe(text)
    expect(c32addressDecode(foldStacksAddress(other))).toEqual(c32addressDecode(text))
  })

  test.each([
    ['nothing', ''],
    ['its first letter alone', 'S'],
    ['a contract of it', `${text}.pox`],
    ['white space after it', `${text}\n`],
    ['no S before it', text.slice(1)],
    ['a version that no network has', c32address(1, '11'.repeat(20))],
    ['a hash of 19 bytes', `S${c32address(22, '11'.repeat(20)).slice(2, -2)}`],
    ['many letters', `S${'P'.repeat(10_000)}`],
  ])('is not %s', (_what, other) => {
    expect(parseStacksAddress(other)).toBeUndefined()
  })

  test('of a hash of zeros is short', () => {
    expect(parseStacksAddress('SP000000000000000000002Q6VF78')).toEqual({
      version: 22,
      hash: new Uint8Array(20),
    })
  })

  test('has the version of its network', () => {
    expect([1, '1', '2147483648', 5].map(id => stacksVersionOf({ id }))).toEqual([22, 22, 26, 26])
  })
})
