import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The EIP-55 form of 40 hex characters. */
export function checksumAddress(address: string): `0x${string}` {
  const hex = address.slice(-40).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)))
  let text = ''
  for (let at = 0; at < 40; at++) {
    const character = hex.charAt(at)
    text += hash.charAt(at) > '7' ? character.toUpperCase() : character
  }
  return `0x${text}`
}

/** The EIP-55 form of an address; undefined when it is none, or in mixed case with a wrong checksum (T27). */
export function parseEvmAddress(text: string): `0x${string}` | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined
  const checked = checksumAddress(text)
  const hex = text.slice(2)
  const isPlain = hex === hex.toLowerCase() || hex === hex.toUpperCase()
  return isPlain || text === checked ? checked : undefined
}
