import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'

interface SuiKeys {
  /** Bytes of a public key; signatures have 64 each. */
  readonly keyLength: number
  verify(signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean
}

/** By the flag before a signature. The chain takes the lower of the two numbers that an ECDSA signature can have, and no other. */
export const suiKeys: readonly SuiKeys[] = [
  {
    keyLength: 32,
    // The strict rule of RFC 8032: no key of small order, for which a signature is good for any text.
    verify: (signature, digest, key) => ed25519.verify(signature, digest, key, { zip215: false }),
  },
  { keyLength: 33, verify: (...signed) => secp256k1.verify(...signed, { lowS: true }) },
  { keyLength: 33, verify: (...signed) => p256.verify(...signed, { lowS: true }) },
]

export const signatureLength = 64

/** Whether a key signed; false for bytes that are no key, or no signature. */
export function isSignedBy(
  flag: number,
  signature: Uint8Array,
  digest: Uint8Array,
  key: Uint8Array,
): boolean {
  try {
    return suiKeys[flag]?.verify(signature, digest, key) === true
  } catch {
    return false
  }
}

/** The address of what stands for an account: a flag and its key, or the flag and the rules of a multisig. */
export function suiAddressOf(...parts: readonly Uint8Array[]): string {
  return `0x${bytesToHex(blake2b(concatBytes(...parts), { dkLen: 32 }))}`
}
