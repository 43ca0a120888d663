import type { Random } from '../../engine/base/random.ts'
import { digest } from '../crypto/digest.ts'
import { loadCurves } from '../crypto/loadFallback.ts'
import { randomBytes } from '../crypto/randomBytes.ts'
import { toHex } from '../envelope/hex.ts'

/** Ed25519 keys by which the relay knows a browser. The secret cannot be read out where WebCrypto has the curve. */
export interface Identity {
  /** 64 hex characters. */
  readonly publicKey: string
  readonly secret: CryptoKey | Uint8Array<ArrayBuffer>
}

/** Makes new keys: by WebCrypto, else by a chunk fetched for it. @throws LatchkeyError CHUNK_FAILED. */
export async function createIdentity(random: Random, subtle?: SubtleCrypto): Promise<Identity> {
  try {
    if (subtle) {
      const pair = (await subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
      const raw = await subtle.exportKey('raw', pair.publicKey)
      return { publicKey: toHex(new Uint8Array(raw)), secret: pair.privateKey }
    }
  } catch {
    // This browser has no Ed25519.
  }
  const secret = randomBytes(random, 32)
  const { signingKey } = await loadCurves()
  return { publicKey: toHex(await signingKey(secret, bytes => digest('SHA-512', bytes, subtle))), secret }
}
