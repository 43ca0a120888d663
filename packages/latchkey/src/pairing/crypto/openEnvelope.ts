/** Agreeing on keys and reading envelopes: what the cryptography does once a wallet has answered. */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { isLatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import { fromHex, isHex32 } from '../envelope/hex.ts'
import { type Envelope, parseEnvelope } from '../envelope/parseEnvelope.ts'
import { loadCurves, loadHashes } from './loadFallback.ts'
import type { KeyPair, OpenedFrom, SymKey } from './pairingCrypto.ts'

type Subtle = SubtleCrypto | undefined

/** See `PairingCrypto.agree`. */
export async function agreeOn(keys: KeyPair, peerPublicKey: string, subtle: Subtle): Promise<SymKey> {
  if (!isHex32(peerPublicKey)) throw badAnswer('key')
  let secret: SymKey
  try {
    secret = await shared(keys, fromHex(peerPublicKey), subtle)
  } catch (cause) {
    // A chunk that cannot be had is not the wallet's fault.
    throw isLatchkeyError(cause, 'CHUNK_FAILED') ? cause : badAnswer('key', cause)
  }
  return derive(secret, subtle)
}

/** See `PairingCrypto.open`. */
export function openEnvelope(message: string, symKey: SymKey): string {
  const envelope = parseEnvelope(message)
  if (!envelope || envelope.senderPublicKey !== undefined) throw badAnswer('envelope')
  return unseal(envelope, symKey)
}

/** See `PairingCrypto.openFrom`. */
export async function openEnvelopeFrom(message: string, keys: KeyPair, subtle: Subtle): Promise<OpenedFrom> {
  const envelope = parseEnvelope(message)
  if (envelope?.senderPublicKey === undefined) throw badAnswer('envelope')
  const { senderPublicKey } = envelope
  const symKey = await agreeOn(keys, senderPublicKey, subtle)
  return { text: unseal(envelope, symKey), symKey, senderPublicKey }
}

async function shared({ secret }: KeyPair, peer: Uint8Array<ArrayBuffer>, subtle: Subtle): Promise<SymKey> {
  if (secret instanceof Uint8Array) return (await loadCurves()).agree(secret, peer)
  if (!subtle) throw new Error('The key needs WebCrypto')
  const key = await subtle.importKey('raw', peer, 'X25519', true, [])
  return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: key }, secret, 256))
}

async function derive(secret: SymKey, subtle: Subtle): Promise<SymKey> {
  if (!subtle) return (await loadHashes()).derive(secret)
  const none = new Uint8Array()
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: none, info: none }
  return new Uint8Array(await subtle.deriveBits(how, key, 256))
}

/** @throws LatchkeyError WALLET_BAD_ANSWER when it was not sealed with this key, or holds no UTF-8. */
function unseal({ iv, sealed }: Envelope, symKey: SymKey): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(chacha20poly1305(symKey, iv).decrypt(sealed))
  } catch (cause) {
    throw badAnswer('seal', cause)
  }
}

function badAnswer(reason: string, cause?: unknown) {
  return createError('WALLET_BAD_ANSWER', { context: { reason }, ...(cause !== undefined && { cause }) })
}
