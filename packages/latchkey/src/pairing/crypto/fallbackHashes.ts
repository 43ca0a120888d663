/** Hashes for pages over plain http, which have no WebCrypto; a chunk that others never fetch. */
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'

type Bytes = Uint8Array<ArrayBuffer>

export const fallbackHashes = {
  'SHA-256': (bytes: Bytes): Bytes => Uint8Array.from(sha256(bytes)),
  'SHA-512': (bytes: Bytes): Bytes => Uint8Array.from(sha512(bytes)),
  /** HKDF-SHA256 without salt and info, 32 bytes. */
  derive: (shared: Bytes): Bytes => Uint8Array.from(hkdf(sha256, shared, undefined, undefined, 32)),
}
