import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { parseBase58 } from '../../contract/base58.ts'
import { formatMemoMessage, memoSignatureType } from '../../contract/memoTransaction.ts'
import type { SignInNamespace } from './signInNamespace.ts'

/**
 * Ed25519 signatures of the text itself, as base58 or base64, and where they are accepted of the memo transaction with the
 * text. The key is the address.
 */
export const solanaSignIn: SignInNamespace = {
  parseAddress: text => (parseBase58(text, 32) ? text : undefined),
  verify({ message, signature: text, acceptTransactions }, { address }) {
    if (typeof text !== 'string') return 'signature'
    const key = parseBase58(address, 32)
    if (!key) return 'signature'
    const isMemo = text.startsWith(memoSignatureType)
    if (isMemo && acceptTransactions !== true) return 'unsupported'
    const signed = isMemo ? formatMemoMessage(key, message) : utf8ToBytes(message)
    const signature = isMemo
      ? parseBase58(text.slice(memoSignatureType.length), 64)
      : (parseBase58(text, 64) ?? parseBase64(text))
    if (!signed || !signature) return 'signature'
    try {
      // The strict rule of RFC 8032: no key of small order, and one spelling of a signature.
      return ed25519.verify(signature, signed, key, { zip215: false }) ? 'key' : 'signature'
    } catch {
      return 'signature'
    }
  },
}

/** 64 bytes as base64 have 88 characters, two of them padding: no base58 text looks like that. */
function parseBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return undefined
  return Uint8Array.from(atob(text), character => character.charCodeAt(0))
}
