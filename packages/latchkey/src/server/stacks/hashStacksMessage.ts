import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** What wallets of Stacks sign of a text (SIP-018's plain form): a prefix, the length as Bitcoin writes it, and the text. */
export function hashStacksMessage(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  return sha256(concatBytes(utf8ToBytes('\x17Stacks Signed Message:\n'), sizeOf(bytes.length), bytes))
}

/** A length in 1, 3 or 5 bytes. */
function sizeOf(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  const wide = length > 0xffff
  const view = new DataView(new ArrayBuffer(wide ? 5 : 3))
  view.setUint8(0, wide ? 0xfe : 0xfd)
  if (wide) view.setUint32(1, length, true)
  else view.setUint16(1, length, true)
  return new Uint8Array(view.buffer)
}
