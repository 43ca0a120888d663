/** The cryptography of pairing: curves and hashes by WebCrypto, else a chunk of its own; ChaCha20-Poly1305 by noble. */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { createError } from '../../contract/errors/createError.ts'
import type { Random } from '../../engine/base/random.ts'
import { formatEnvelope } from '../envelope/formatEnvelope.ts'
import { fromHex, toHex } from '../envelope/hex.ts'
import { digest } from './digest.ts'
import { loadCurves } from './loadFallback.ts'
import type { PairingCrypto } from './pairingCrypto.ts'
import { randomBytes } from './randomBytes.ts'

export interface CryptoOptions {
  readonly random: Random
  /** The browser's own unless given; undefined on pages that are no secure context. */
  readonly subtle?: SubtleCrypto | undefined
}

/** Makes the cryptography of one client. */
export function createCrypto(options: CryptoOptions): PairingCrypto {
  const { random, subtle = globalThis.crypto?.subtle } = options

  const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => toHex(await digest('SHA-256', bytes, subtle))

  return {
    async generateKeyPair() {
      try {
        if (subtle) {
          const pair = (await subtle.generateKey('X25519', false, ['deriveBits'])) as CryptoKeyPair
          const raw = await subtle.exportKey('raw', pair.publicKey)
          // WebKit clones none of these, and its database answers with nothing for one that was put there: the session that
          // is agreed on after a wait would have no key.
          structuredClone(pair.privateKey)
          return { publicKey: toHex(new Uint8Array(raw)), secret: pair.privateKey }
        }
      } catch {
        // This browser has no X25519, or none whose keys can be stored.
      }
      const curves = await loadCurves()
      const secret = randomBytes(random, 32)
      return { publicKey: toHex(curves.agreementKey(secret)), secret }
    },
    generateSymKey: () => randomBytes(random, 32),
    topicOf: key => sha256(typeof key === 'string' ? fromHex(key) : key),
    digestOf: message => sha256(new TextEncoder().encode(message)),
    seal(text, symKey, senderPublicKey) {
      const iv = randomBytes(random, 12)
      const sealed = chacha20poly1305(symKey, iv).encrypt(new TextEncoder().encode(text))
      return formatEnvelope({ iv, sealed, ...(senderPublicKey !== undefined && { senderPublicKey }) })
    },
    agree: async (keys, peer) => (await opening()).agreeOn(keys, peer, subtle),
    open: async (message, symKey) => (await opening()).openEnvelope(message, symKey),
    openFrom: async (message, keys) => (await opening()).openEnvelopeFrom(message, keys, subtle),
  }
}

/** Loads the code that opens envelopes; a page that shows its first code has received none yet. */
function opening() {
  return import('./openEnvelope.ts').catch(cause => {
    throw createError('CHUNK_FAILED', { cause })
  })
}
