/** Addresses of Stacks in c32check (SIP-005): `S`, a letter for the version, and 20 bytes with their checksum. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base32crockford } from '@scure/base'

/** What an address says. */
export interface StacksAddress {
  /** 22 and 26: one key, on mainnet and on test networks; 20 and 21: several keys, likewise. */
  readonly version: number
  /** Hash of the key or of the script, 20 bytes. */
  readonly hash: Uint8Array
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Versions in use: of one key and of several, on mainnet and on test networks. */
const versions: readonly number[] = [22, 20, 26, 21]

/** Parses an address; undefined for any other text, and for one that is not in its usual written form. */
export function parseStacksAddress(text: string): StacksAddress | undefined {
  // Hashes that begin with zeros have shorter addresses.
  if (!/^S[0-9A-HJKMNP-TV-Z]{27,40}$/.test(text)) return undefined
  const version = letters.indexOf(text.charAt(1))
  if (!versions.includes(version)) return undefined
  const bytes = base32crockford.decode(text.slice(2).padStart(40, '0'))
  const address = { version, hash: bytes.slice(1, 21) }
  // One spelling: the checksum, the byte that is not there and the number of zeros are all in it.
  return formatStacksAddress(address) === text ? address : undefined
}

/** Formats an address. */
export function formatStacksAddress({ version, hash }: StacksAddress): string {
  const sum = sha256(sha256(Uint8Array.of(version, ...hash))).subarray(0, 4)
  const bytes = Uint8Array.of(...hash, ...sum)
  // A number in base 32: 25 bytes have 40 letters, of which the first ones are zeros. Each leading zero byte has a letter.
  const digits = base32crockford.encode(Uint8Array.of(0, ...bytes)).replace(/^0+/, '')
  const zeros = bytes.findIndex(byte => byte !== 0)
  return `S${letters.charAt(version)}${'0'.repeat(Math.max(0, zeros))}${digits}`
}

/** A text as it was meant: in capitals, with the digits that people read as letters (SIP-005). */
export function foldStacksAddress(text: string): string {
  return text.toUpperCase().replaceAll('O', '0').replace(/[LI]/g, '1')
}

/** The version of single-key addresses on a network. */
export function stacksVersionOf({ id }: { readonly id: number | string }): number {
  return String(id) === '1' ? 22 : 26
}
