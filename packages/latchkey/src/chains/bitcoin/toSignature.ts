import { base64, hex } from '@scure/base'
import { badAnswer } from '../foreign/badAnswer.ts'
import { bytesOf } from '../foreign/bytesOf.ts'

const hexShape = /^(?:[0-9a-f]{2}){64,}$/i
// A signer may say the variant of BIP-322 before the text: `smp`, `ful`.
const base64Shape = /^[A-Za-z0-9+/]{80,}={0,2}$/
/** Characters; a witness of one signature takes a fraction of it. */
const longest = 20_000

/** A wallet's signature over a text, as base64: wallets over the relay answer hex, some in the page bytes. @throws LatchkeyError WALLET_BAD_ANSWER. */
export function toSignature(value: unknown, method: string): string {
  const bytes = bytesOf(value, longest, 64)
  if (bytes) return base64.encode(bytes)
  if (typeof value !== 'string' || value.length > longest) throw badAnswer(method, value)
  const text = value.trim().replace(/^0x/, '')
  // No base64 of such a length is made of the letters of hex alone.
  if (hexShape.test(text)) return base64.encode(hex.decode(text.toLowerCase()))
  if (!base64Shape.test(text)) throw badAnswer(method, value)
  return text
}
