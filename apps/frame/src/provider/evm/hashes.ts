import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Bytes, joinBytes, toBytes, toHex } from '../../keys/bytes.ts'

/** The digest of a text or bytes as `personal_sign` signs them (EIP-191). */
export function messageDigest(message: Uint8Array): Bytes {
  return keccak(joinBytes([toBytes(`\x19Ethereum Signed Message:\n${message.length}`), message]))
}

export function keccak(bytes: Uint8Array): Bytes {
  return Uint8Array.from(keccak_256(bytes))
}

/** SHA-256, hexadecimal, of the approved bytes: it goes with the request for the services' key share. */
export function requestOf(signed: Uint8Array): string {
  return toHex(sha256(signed))
}
