import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { formatStacksAddress, parseStacksAddress, stacksVersionOf } from '../../addresses/stacksAddress.ts'
import { hashStacksMessage } from '../stacks/hashStacksMessage.ts'
import type { SignInNamespace } from './signInNamespace.ts'

/** Versions of addresses of several keys: no signature of one key is theirs. */
const sharedVersions: readonly number[] = [20, 21]

/**
 * Recoverable secp256k1 signatures of one key, 65 bytes in hex: r, s and v, or v before the two as wallets once wrote it. The
 * address's version must fit the network.
 */
export const stacksSignIn: SignInNamespace = {
  parseAddress: text => (parseStacksAddress(text) ? text : undefined),
  verify({ message: text, signature }, { message: { chainId }, address }) {
    const account = parseStacksAddress(address)
    if (!account) return 'address'
    if (sharedVersions.includes(account.version)) return 'unsupported'
    const version = stacksVersionOf({ id: chainId.slice(chainId.indexOf(':') + 1) })
    if (account.version !== version) return 'address'
    if (typeof signature !== 'string' || !/^(?:0x)?[0-9a-fA-F]{130}$/.test(signature)) return 'signature'
    const bytes = hexToBytes(signature.slice(-130))
    const vrs = concatBytes(bytes.subarray(64), bytes.subarray(0, 64))
    const hash = hashStacksMessage(text)
    const isSigner = (wire: Uint8Array) => signerOf(wire, hash, version) === address
    return isSigner(vrs) || isSigner(bytes) ? 'key' : 'signature'
  },
}

/** The address whose key made a signature that begins with v; undefined where there is none. */
function signerOf(wire: Uint8Array, hash: Uint8Array, version: number): string | undefined {
  try {
    const key = secp256k1.recoverPublicKey(wire, hash, { prehash: false })
    return formatStacksAddress({ version, hash: ripemd160(sha256(key)) })
  } catch {
    // A v above 3, or numbers that are on no curve.
    return undefined
  }
}
