import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { parseSs58 } from '../../addresses/ss58.ts'
import { readSubstrateSignature, type SubstrateSignature } from '../polkadot/readSubstrateSignature.ts'
import type { SignInNamespace } from './signInNamespace.ts'

/**
 * Signatures of sr25519, ed25519 and ECDSA keys, in hex, over the text between `<Bytes>` and `</Bytes>`. The text alone is
 * not accepted: its bytes could be a transaction's. The prefix is checked on chains whose prefix is known; on others any is
 * taken, with a right checksum.
 */
export const polkadotSignIn: SignInNamespace = {
  parseAddress(text, { prefix }) {
    const parsed = parseSs58(text)
    return parsed && (prefix === undefined || parsed.prefix === prefix) ? text : undefined
  },
  async verify({ message, signature: text }, { address }) {
    const key = parseSs58(address)?.key
    if (!key || typeof text !== 'string' || !/^0x(?:[0-9a-fA-F]{2}){64,66}$/.test(text)) return 'signature'
    const signed = utf8ToBytes(`<Bytes>${message}</Bytes>`)
    for (const signature of readSubstrateSignature(hexToBytes(text.slice(2))))
      if (await isSignedBy(key, signed, signature)) return 'key'
    return 'signature'
  },
}

async function isSignedBy(
  key: Uint8Array,
  signed: Uint8Array,
  { type, bytes }: SubstrateSignature,
): Promise<boolean> {
  try {
    if (type === 'ed25519') return ed25519.verify(bytes, signed, key, { zip215: false })
    if (type === 'ecdsa') return bytesToHex(ecdsaAccount(signed, bytes)) === bytesToHex(key)
    // The largest of the three, for the hosts whose visitors have such keys.
    const { verify } = await import('@scure/sr25519')
    return verify(signed, bytes, key)
  } catch {
    // Points that are on no curve, and numbers that are too large.
    return false
  }
}

/** The account of the key that signed: the hash of its short form. @throws for a signature that no key made. */
function ecdsaAccount(signed: Uint8Array, bytes: Uint8Array): Uint8Array {
  const signature = concatBytes(bytes.subarray(64), bytes.subarray(0, 64))
  if (secp256k1.Signature.fromBytes(bytes.subarray(0, 64)).hasHighS()) throw new RangeError('s')
  const hash = blake2b(signed, { dkLen: 32 })
  const point = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(signature, hash, { prehash: false }))
  return blake2b(point.toBytes(true), { dkLen: 32 })
}
