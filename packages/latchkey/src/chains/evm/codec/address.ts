/** eip155 addresses: SPEC §5's rule, with EIP-55 for mixed case (SPEC-NOTES §5). */
import { keccak256 } from './keccak256.ts'

const addressPattern = /^(?:0x)?[0-9a-fA-F]{40}$/

/** Whether the value is an address: optional 0x, 40 hex characters, and the right checksum when cases are mixed. */
export function isEvmAddress(value: unknown): value is string {
  return parseAddress(value) !== undefined
}

/** Returns the EIP-55 form of an address; undefined when it is malformed. The check and the form share one hash. */
export function parseAddress(value: unknown): `0x${string}` | undefined {
  if (typeof value !== 'string' || !addressPattern.test(value)) return undefined
  const hex = value.slice(-40)
  const checked = checksumAddress(hex)
  const isPlain = hex === hex.toLowerCase() || hex === hex.toUpperCase()
  return isPlain || `0x${hex}` === checked ? checked : undefined
}

/** The EIP-55 form, always with 0x. The input has passed `isEvmAddress` or is 40 hex characters. */
export function checksumAddress(address: string): `0x${string}` {
  const hex = address.slice(-40).toLowerCase()
  const hash = keccak256(Uint8Array.from(hex, character => character.charCodeAt(0)))
  let text = ''
  for (let at = 0; at < 40; at++) {
    const nibble = ((hash[at >> 1] ?? 0) >> (at % 2 ? 0 : 4)) & 15
    const character = hex.charAt(at)
    text += nibble > 7 ? character.toUpperCase() : character
  }
  return `0x${text}`
}
