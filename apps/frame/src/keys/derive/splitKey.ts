import { type Bytes, wipe } from '../bytes.ts'

/** A private key, and what its children are derived with besides it. */
export interface ExtendedKey {
  readonly key: Bytes
  readonly chain: Bytes
}

/** Reads what HMAC-SHA-512 made of a seed or a step (BIP-32, SLIP-10), and wipes it. */
export function splitKey(bytes: Uint8Array): ExtendedKey {
  const halves = { key: Uint8Array.from(bytes.subarray(0, 32)), chain: Uint8Array.from(bytes.subarray(32)) }
  wipe(bytes)
  return halves
}
