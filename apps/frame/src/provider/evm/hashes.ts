import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Hex } from 'latchkey/evmcodec'
import { type Bytes, fromHex, toBytes, toHex } from '../../keys/bytes.ts'

/** The digest of a text or bytes as `personal_sign` signs them (EIP-191). */
export function messageDigest(message: Uint8Array): Bytes {
  const head = toBytes(`\x19Ethereum Signed Message:\n${message.length}`)
  const whole = new Uint8Array(head.length + message.length)
  whole.set(head)
  whole.set(message, head.length)
  return Uint8Array.from(keccak_256(whole))
}

export function keccakOf(hex: Hex): Bytes {
  return Uint8Array.from(keccak_256(fromHex(hex.slice(2))))
}

/** SHA-256, hexadecimal, of what was approved: it goes with the wish for the services' half of the key. */
export function requestOf(signed: Uint8Array): string {
  return toHex(sha256(signed))
}
