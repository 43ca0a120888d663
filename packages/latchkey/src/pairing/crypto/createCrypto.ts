/** The cryptography of pairing: curves and hashes by WebCrypto, else a chunk of its own; ChaCha20-Poly1305 by noble. */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { createError } from '../../contract/errors/createError.ts'
import type { Random } from '../../engine/base/random.ts'
import { formatEnvelope } from '../envelope/formatEnvelope.ts'
import { fromHex, isHex32, toHex } from '../envelope/hex.ts'
import { type Envelope, parseEnvelope } from '../envelope/parseEnvelope.ts'
import { digest } from './digest.ts'
import { loadCurves, loadHashes } from './loadFallback.ts'
import type { KeyPair, PairingCrypto, SymKey } from './pairingCrypto.ts'
import { randomBytes } from './randomBytes.ts'

export interface CryptoOptions {
  readonly random: Random
  /** The browser's own unless given; undefined on pages that are no secure context. */
  readonly subtle?: SubtleCrypto | undefined
}

const badAnswer = (reason: string, cause?: unknown) =>
  createError('WALLET_BAD_ANSWER', { context: { reason }, ...(cause !== undefined && { cause }) })

/** Makes the cryptography of one client. */
export function createCrypto(options: CryptoOptions): PairingCrypto {
  const { random, subtle = globalThis.crypto?.subtle } = options

  const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => toHex(await digest('SHA-256', bytes, subtle))

  async function shared(keys: KeyPair, peer: Uint8Array<ArrayBuffer>): Promise<SymKey> {
    const { secret } = keys
    if (secret instanceof Uint8Array) return (await loadCurves()).agree(secret, peer)
    if (!subtle) throw new Error('The key needs WebCrypto')
    const key = await subtle.importKey('raw', peer, 'X25519', true, [])
    return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: key }, secret, 256))
  }

  async function derive(secret: SymKey): Promise<SymKey> {
    if (!subtle) return (await loadHashes()).derive(secret)
    const none = new Uint8Array()
    const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    const how = { name: 'HKDF', hash: 'SHA-256', salt: none, info: none }
    return new Uint8Array(await subtle.deriveBits(how, key, 256))
  }

  async function agree(keys: KeyPair, peerPublicKey: string): Promise<SymKey> {
    if (!isHex32(peerPublicKey)) throw badAnswer('key')
    let secret: SymKey
    try {
      secret = await shared(keys, fromHex(peerPublicKey))
    } catch (cause) {
      // A chunk that cannot be had is not the wallet's fault.
      throw isChunkFailure(cause) ? cause : badAnswer('key', cause)
    }
    return derive(secret)
  }

  return {
    async generateKeyPair() {
      try {
        if (subtle) {
          const pair = (await subtle.generateKey('X25519', false, ['deriveBits'])) as CryptoKeyPair
          const raw = await subtle.exportKey('raw', pair.publicKey)
          return { publicKey: toHex(new Uint8Array(raw)), secret: pair.privateKey }
        }
      } catch {
        // This browser has no X25519.
      }
      const curves = await loadCurves()
      const secret = randomBytes(random, 32)
      return { publicKey: toHex(curves.agreementKey(secret)), secret }
    },
    generateSymKey: () => randomBytes(random, 32),
    agree,
    topicOf: key => sha256(typeof key === 'string' ? fromHex(key) : key),
    digestOf: message => sha256(new TextEncoder().encode(message)),
    seal(text, symKey, senderPublicKey) {
      const iv = randomBytes(random, 12)
      const sealed = chacha20poly1305(symKey, iv).encrypt(new TextEncoder().encode(text))
      return formatEnvelope({ iv, sealed, ...(senderPublicKey !== undefined && { senderPublicKey }) })
    },
    open(message, symKey) {
      const envelope = parseEnvelope(message)
      if (!envelope || envelope.senderPublicKey !== undefined) throw badAnswer('envelope')
      return unseal(envelope, symKey)
    },
    async openFrom(message, keys) {
      const envelope = parseEnvelope(message)
      if (envelope?.senderPublicKey === undefined) throw badAnswer('envelope')
      const { senderPublicKey } = envelope
      const symKey = await agree(keys, senderPublicKey)
      return { text: unseal(envelope, symKey), symKey, senderPublicKey }
    },
  }
}

/** @throws LatchkeyError WALLET_BAD_ANSWER when it was not sealed with this key, or holds no UTF-8. */
function unseal({ iv, sealed }: Envelope, symKey: SymKey): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(chacha20poly1305(symKey, iv).decrypt(sealed))
  } catch (cause) {
    throw badAnswer('seal', cause)
  }
}

function isChunkFailure(cause: unknown): boolean {
  return (cause as { code?: unknown }).code === 'CHUNK_FAILED'
}
