import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { adr36Document } from '../../contract/adr36Document.ts'
import { cosmosAddressOf, parseCosmosAddress } from '../cosmos/cosmosAddress.ts'
import type { SignInNamespace } from './signInNamespace.ts'

/**
 * ADR-36 signatures, as base64 of the 64 bytes r and s. The key is recovered and has to be the address's; the kind of keys is
 * that of the chain, never the claim's word. Multisig accounts have no such key.
 */
export const cosmosSignIn: SignInNamespace = {
  needs: ['prefix'],
  parseAddress: (text, { prefix }) => parseCosmosAddress(text, prefix),
  verify({ message, signature: text }, { address, format }) {
    const signature = parseSignature(text)
    if (!signature) return 'signature'
    const hash = format.keys === 'ethsecp256k1' ? keccak_256 : sha256
    const digest = hash(utf8ToBytes(JSON.stringify(adr36Document(address, message))))
    const isOwn = [0, 1, 2, 3].some(recovery => {
      const key = recoverKey(concatBytes(Uint8Array.of(recovery), signature), digest)
      return key !== undefined && cosmosAddressOf(key, format) === address
    })
    return isOwn ? 'key' : 'signature'
  },
}

/** The 64 bytes of a signature that chains would take: s in the lower half. */
function parseSignature(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/]{86}==$/.test(text)) return undefined
  try {
    const bytes = base64.decode(text)
    return secp256k1.Signature.fromBytes(bytes).hasHighS() ? undefined : bytes
  } catch {
    // Spare bits in the last character, or numbers that are on no curve.
    return undefined
  }
}

function recoverKey(signature: Uint8Array, digest: Uint8Array) {
  try {
    const point = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(signature, digest, { prehash: false }))
    return { short: point.toBytes(true), long: point.toBytes(false) }
  } catch {
    // The most numbers are the abscissa of no point for half of the recovery ids.
    return undefined
  }
}
