import fc from 'fast-check'
import { type Hex, numberToHex, toRlp } from 'viem'
import { expect, test } from 'vitest'
import { encodeRlp, toBytes } from './rlp.ts'

const bytes = fc.uint8Array({ maxLength: 400 }).map(list => `0x${Buffer.from(list).toString('hex')}` as Hex)

test('lists of byte strings agree with viem', () => {
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 12 }), items => {
      expect(encodeRlp(items)).toBe(toRlp(items))
    }),
  )
})

test('lists in lists agree with viem', () => {
  const lists = fc.array(fc.oneof(bytes, fc.array(fc.tuple(bytes, fc.array(bytes, { maxLength: 3 })))), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(lists, items => {
      expect(encodeRlp(items)).toBe(toRlp(items))
    }),
  )
})

test('quantities have no leading zeros, and zero is empty', () => {
  expect(toBytes(0n)).toBe('0x')
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), value => {
      expect(BigInt(toBytes(value))).toBe(value)
      const hex = numberToHex(value)
      expect(toBytes(value)).toBe(hex.length % 2 ? hex.replace('0x', '0x0') : hex)
    }),
  )
})
