import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { hashMessage } from 'viem'
import { describe, expect, test } from 'vitest'
import { personalHash, recoverSigner } from './recoverSigner.ts'

const { Point } = secp256k1
const order = Point.CURVE().n
const { Fp, Fn } = Point
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const edges = [
  1n,
  2n,
  3n,
  15n,
  16n,
  17n,
  31n,
  32n,
  1n << 127n,
  1n << 128n,
  (1n << 128n) - 1n,
  order / 2n,
  order / 2n + 1n,
  order - 2n,
  order - 1n,
]
const scalar = fc.oneof(
  fc.bigInt({ min: 1n, max: order - 1n }),
  fc.constantFrom(...edges),
  fc.bigInt({ min: 1n, max: 1n << 20n }),
)

/** As the library has it. */
function byLibrary(hash: Uint8Array, signature: Uint8Array): string | undefined {
  try {
    const [v = 0] = signature.subarray(64)
    const wire = concatBytes(Uint8Array.of(v - 27), signature.subarray(0, 64))
    const key = Point.fromBytes(secp256k1.recoverPublicKey(wire, hash, { prehash: false }))
    return `0x${bytesToHex(keccak_256(key.toBytes(false).subarray(1)).subarray(12))}`
  } catch {
    return undefined
  }
}

describe('recoverSigner', () => {
  test('equals the library’s result for valid signatures', () => {
    fc.assert(
      fc.property(scalar, bytes(32), (key, hash) => {
        const signed = secp256k1.sign(hash, Fn.toBytes(key), { prehash: false, format: 'recovered' })
        const wire = concatBytes(signed.subarray(1), Uint8Array.of((signed[0] ?? 0) + 27))
        const address = recoverSigner(hash, wire)
        expect(address).toBe(byLibrary(hash, wire))
        expect(address).toBeDefined()
      }),
      { numRuns: 150 },
    )
  })

  test('agrees with the library for anything else of that form', () => {
    const small = fc
      .bigInt({ min: 0n, max: 20n })
      .map(value => hexToBytes(value.toString(16).padStart(64, '0')))
    const edge = fc
      .constantFrom(order, order - 1n, order + 1n, Fp.ORDER)
      .map(value => hexToBytes(value.toString(16)))
    const half = fc.oneof(bytes(32), small, edge)
    fc.assert(
      fc.property(half, half, fc.constantFrom(27, 28), half, (r, s, v, hash) => {
        const wire = concatBytes(r, s, Uint8Array.of(v))
        expect(recoverSigner(hash, wire)).toBe(byLibrary(hash, wire))
      }),
      { numRuns: 400 },
    )
  })

  test('where the sum is chosen to be the point at infinity, or twice itself', () => {
    // An attacker who makes R = k·G knows k: h = s·k makes the sum zero, h = −s·k makes it twice s·R.
    for (const k of [5n, 77n, order - 3n]) {
      const { x, y } = Point.BASE.multiplyUnsafe(k).toAffine()
      for (const s of [1n, 9n, order - 1n]) {
        for (const sign of [1n, -1n]) {
          const hash = Fn.toBytes(Fn.create(sign * s * k))
          const wire = concatBytes(Fn.toBytes(x), Fn.toBytes(s), Uint8Array.of(27 + Number(y & 1n)))
          expect(recoverSigner(hash, wire)).toBe(byLibrary(hash, wire))
          if (sign === 1n) expect(recoverSigner(hash, wire)).toBeUndefined()
        }
      }
    }
  })
})

test('personalHash is EIP-191’s', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
      expect(`0x${bytesToHex(personalHash(text))}`).toBe(hashMessage(text))
    }),
    { numRuns: 50 },
  )
})
