import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, createBase58check, hex } from '@scure/base'
import { expect, test } from 'vitest'
import { bitcoinKey, hash160, joinBytes } from './bitcoinKeys.ts'
import { signBip137, signBip322 } from './signBitcoinMessage.ts'

/** The key of BIP-322's own vectors. */
const secret = createBase58check(sha256)
  .decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
  .slice(1, 33)
const key = {
  ...bitcoinKey(0, 'p2wpkh', 'mainnet'),
  secret,
  script: joinBytes(Uint8Array.of(0, 20), hash160(secp256k1.getPublicKey(secret, true))),
}

test.each([
  [
    '',
    'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'Hello World',
    'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
])('signs %j as the vector of BIP-322 that does not grind for a low r', (message, signature) => {
  expect(signBip322(key, message)).toBe(signature)
})

test('the hash of the key is the one of the address of the vectors', () => {
  expect(hex.encode(key.script)).toBe('00142b05d564e6a7a33c087f16e0f730d1440123799d')
})

test('a taproot signature is the 64 bytes of the key, without a sighash', () => {
  const [items, length, ...signature] = base64.decode(signBip322(bitcoinKey(0, 'p2tr', 'mainnet'), 'hello'))
  expect([items, length, signature.length]).toEqual([1, 64, 64])
})

test('BIP-137 names how the address is paid to in its header', () => {
  const headers = (['p2pkh', 'p2sh', 'p2wpkh'] as const).map(
    type => base64.decode(signBip137(bitcoinKey(0, type, 'mainnet'), 'hello'))[0] ?? 0,
  )
  expect(headers.map(header => Math.floor((header - 27) / 4))).toEqual([1, 2, 3])
})

test('an address that BIP-322 has no simple form for is refused', () => {
  expect(() => signBip322(bitcoinKey(0, 'p2pkh', 'mainnet'), 'hello')).toThrow(TypeError)
})
