import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** What `personal_sign` signs of a text (EIP-191, version 0x45). */
export function personalHash(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/**
 * The address whose key signed a hash, in lower case; undefined when the signature is no ECDSA one. Takes 65 bytes with v as
 * 27, 28, 0 or 1, and the 64 bytes of EIP-2098.
 */
export function recoverSigner(hash: Uint8Array, signature: Uint8Array): `0x${string}` | undefined {
  const compact = signature.slice(0, 64)
  let parity = signature[64] ?? 2
  if (parity >= 27) parity -= 27
  if (signature.length === 64) {
    parity = (compact[32] ?? 0) >> 7
    compact[32] = (compact[32] ?? 0) & 0x7f
  }
  if ((signature.length !== 64 && signature.length !== 65) || parity > 1) return undefined
  try {
    const wire = concatBytes(Uint8Array.of(parity), compact)
    const key = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(wire, hash, { prehash: false }))
    return `0x${bytesToHex(keccak_256(key.toBytes(false).subarray(1)).subarray(12))}`
  } catch {
    // Numbers that are on no curve are no signature.
    return undefined
  }
}
