import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { parseBase58 } from '../../contract/base58.ts'
import type { SignInNamespace } from './signInNamespace.ts'

/** Ed25519 signatures of the text itself, as base58 or base64. */
export const solanaSignIn: SignInNamespace = {
  parseAddress: text => (parseBase58(text, 32) ? text : undefined),
  verify({ message, signature: text }, { address }) {
    const signature = typeof text === 'string' ? (parseBase58(text, 64) ?? parseBase64(text)) : undefined
    const key = parseBase58(address, 32)
    if (!signature || !key) return 'signature'
    try {
      return ed25519.verify(signature, utf8ToBytes(message), key, { zip215: false }) ? 'key' : 'signature'
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
