import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bech32 } from '@scure/base'
import type { NetworkFormat } from '../../contract/network.ts'

/** Bytes of an account of a key, and of one of a module or contract. */
const lengths = [20, 32]

/** Returns the address as it is written; undefined for a text that is no bech32 address with this prefix, in lower case. */
export function parseCosmosAddress(text: string, prefix: NetworkFormat['prefix']): string | undefined {
  if (!text.startsWith(`${prefix}1`) || text !== text.toLowerCase()) return undefined
  const decoded = bech32.decodeUnsafe(text)
  if (!decoded || decoded.prefix !== prefix) return undefined
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  return bytes && lengths.includes(bytes.length) ? text : undefined
}

/** Writes the address of a key. @param key the two forms of a secp256k1 key, of 33 and 65 bytes. */
export function cosmosAddressOf(
  key: { readonly short: Uint8Array; readonly long: Uint8Array },
  { prefix, keys = 'secp256k1' }: NetworkFormat,
): string {
  const bytes =
    keys === 'ethsecp256k1' ? keccak_256(key.long.subarray(1)).subarray(12) : ripemd160(sha256(key.short))
  return bech32.encodeFromBytes(String(prefix), bytes)
}
