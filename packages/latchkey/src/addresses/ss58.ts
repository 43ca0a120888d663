/** SS58 addresses: the same 32 bytes have one form for each prefix, and each form has a checksum. */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

/** What an address says. */
export interface Ss58Address {
  /** 0 to 16,383: which network writes it so. */
  readonly prefix: number
  /** 32 bytes: an sr25519 or ed25519 key, or the hash of an ECDSA key. */
  readonly key: Uint8Array
}

const salt = utf8ToBytes('SS58PRE')
const keyLength = 32
const checkLength = 2
/** Two bytes of prefix, key and check in base58. */
const longest = 50

/** Decodes an address of 32 bytes; undefined for any other text. */
export function parseSs58(text: unknown): Ss58Address | undefined {
  if (typeof text !== 'string' || text.length > longest) return undefined
  const bytes = decode(text)
  if (!bytes) return undefined
  const [first = 255, second = 0] = bytes
  const isLong = first >= 64
  if (bytes.length !== (isLong ? 2 : 1) + keyLength + checkLength || first > 127) return undefined
  const prefix = isLong ? ((first & 63) << 2) | (second >> 6) | ((second & 63) << 8) : first
  const key = bytes.slice(-keyLength - checkLength, -checkLength)
  // The checksum is compared, and the longer form of a short prefix is none, as its text is another one.
  return formatSs58(key, prefix) === text ? { prefix, key } : undefined
}

/** Encodes 32 bytes for a network. */
export function formatSs58(key: Uint8Array, prefix: number): string {
  const head = prefix < 64 ? [prefix] : [((prefix & 252) >> 2) | 64, (prefix >> 8) | ((prefix & 3) << 6)]
  const body = concatBytes(Uint8Array.from(head), key)
  return base58.encode(concatBytes(body, blake2b(concatBytes(salt, body)).subarray(0, checkLength)))
}

function decode(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
