import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keccak256 } from './keccak256.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('keccak256 of known texts', () => {
  const of = (text: string) => hex(keccak256(new TextEncoder().encode(text)))
  expect(of('')).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
  expect(of('transfer(address,uint256)').slice(0, 8)).toBe('a9059cbb')
  expect(of('balanceOf(address)').slice(0, 8)).toBe('70a08231')
})

test('keccak256 says what a library of hashes says, whatever the length', () => {
  // Around the ends of blocks the padding is one byte, several, or a block of its own.
  for (let length = 0; length < 420; length++) {
    const data = Uint8Array.from({ length }, (_, at) => (at * 31 + length) & 255)
    expect(hex(keccak256(data)), `${length} bytes`).toBe(hex(keccak_256(data)))
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), data => {
      expect(hex(keccak256(data))).toBe(hex(keccak_256(data)))
    }),
  )
})
