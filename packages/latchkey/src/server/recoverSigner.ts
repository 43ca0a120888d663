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
  const recovered = new Uint8Array(65)
  if (signature.length === 65) {
    const v = signature[64] ?? 0
    recovered[0] = v >= 27 ? v - 27 : v
    recovered.set(signature.subarray(0, 64), 1)
  } else if (signature.length === 64) {
    const top = signature[32] ?? 0
    recovered[0] = top >> 7
    recovered.set(signature, 1)
    recovered[33] = top & 0x7f
  } else return undefined
  if ((recovered[0] ?? 2) > 1) return undefined
  try {
    const point = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(recovered, hash, { prehash: false }))
    return `0x${bytesToHex(keccak_256(point.toBytes(false).subarray(1)).subarray(12))}`
  } catch {
    // Numbers that are on no curve are no signature.
    return undefined
  }
}
