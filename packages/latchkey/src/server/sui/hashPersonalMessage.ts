import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Scope, version and app of what is signed: a personal message, 0, Sui. */
const intent = Uint8Array.of(3, 0, 0)

/** What accounts of Sui sign for a text: the hash of the intent and of the text as a vector of bytes. */
export function hashPersonalMessage(text: string): Uint8Array {
  const message = utf8ToBytes(text)
  return blake2b(concatBytes(intent, lengthOf(message), message), { dkLen: 32 })
}

/** BCS writes a length with seven bits in each byte, the lowest first. */
function lengthOf({ length }: Uint8Array): Uint8Array {
  const bytes: number[] = []
  let rest = length
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  return Uint8Array.of(...bytes, rest)
}
