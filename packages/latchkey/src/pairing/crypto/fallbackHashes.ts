/** SHA-256 and HKDF for pages over plain http, which have no WebCrypto; a chunk that others never fetch. */
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

type Bytes = Uint8Array<ArrayBuffer>

export const fallbackHashes = {
  sha256: (bytes: Uint8Array): Uint8Array => sha256(bytes),
  /** HKDF-SHA256 without salt and info, 32 bytes. */
  derive: (shared: Bytes): Bytes => Uint8Array.from(hkdf(sha256, shared, undefined, undefined, 32)),
}
