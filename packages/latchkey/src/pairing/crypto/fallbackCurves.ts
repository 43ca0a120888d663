/** X25519, Ed25519 and SHA-256 for browsers without them; a chunk that others never fetch. */
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

type Bytes = Uint8Array<ArrayBuffer>

export const fallbackCurves = {
  agreementKey: (secret: Bytes): Uint8Array => x25519.getPublicKey(secret),
  /** @throws Error when the other key is of low order. */
  agree: (secret: Bytes, peer: Uint8Array): Bytes => Uint8Array.from(x25519.getSharedSecret(secret, peer)),
  signingKey: (seed: Bytes): Uint8Array => ed25519.getPublicKey(seed),
  sign: (seed: Bytes, message: Uint8Array): Uint8Array => ed25519.sign(message, seed),
  /** HKDF-SHA256 without salt and info, 32 bytes. */
  derive: (shared: Bytes): Bytes => Uint8Array.from(hkdf(sha256, shared, undefined, undefined, 32)),
  sha256: (bytes: Uint8Array): Uint8Array => sha256(bytes),
}
