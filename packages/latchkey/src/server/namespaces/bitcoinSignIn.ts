import { base64 } from '@scure/base'
import {
  bitcoinPrefixOf,
  formatBitcoinAddress,
  isOfBitcoinPrefix,
  readBitcoinAddress,
} from '../../addresses/bitcoinAddress.ts'
import { verifyBip137 } from '../bitcoin/verifyBip137.ts'
import { verifyBip322 } from '../bitcoin/verifyBip322.ts'
import type { SignInNamespace } from './signInNamespace.ts'

/** Characters; the longest signature of one key has about 300. */
const longestSignature = 1_000

/**
 * BIP-322 signatures of one key (P2WPKH, P2TR, P2SH-P2WPKH), simple or full, with the prefix `smp` or `ful` or without one, and
 * BIP-137 ones (P2PKH, P2SH-P2WPKH, P2WPKH), all in base64. Scripts of several keys and proofs of funds are refused.
 */
export const bitcoinSignIn: SignInNamespace = {
  parseAddress(text, { prefix }, reference) {
    const address = readBitcoinAddress(text)
    const wanted = prefix ?? bitcoinPrefixOf(reference)
    return address && isOfBitcoinPrefix(address, wanted) ? formatBitcoinAddress(text) : undefined
  },
  verify({ message, signature: text }, { address: shown }) {
    const address = readBitcoinAddress(shown)
    if (!address) return 'address'
    if (address.kind === 'p2wsh' || address.kind === 'witness') return 'unsupported'
    if (typeof text !== 'string' || text.length > longestSignature) return 'signature'
    const prefix = /^(?:smp|ful|pof)/.exec(text)?.[0]
    if (prefix === 'pof') return 'unsupported'
    const bytes = parseBase64(prefix === undefined ? text : text.slice(prefix.length))
    if (!bytes) return 'signature'
    if (prefix === undefined && verifyBip137({ message, address, bytes })) return 'key'
    const form = prefix === 'ful' || (prefix === undefined && isTransaction(bytes)) ? 'full' : 'simple'
    return verifyBip322({ message, address, bytes, form }) === 'valid' ? 'key' : 'signature'
  },
}

/** Without a prefix: a transaction begins with its version, four bytes of which three are zero; a witness with the count of its items. */
const isTransaction = (bytes: Uint8Array): boolean => bytes[1] === 0 && bytes[2] === 0 && bytes[3] === 0

function parseBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
