import { type Bytes, wipe } from '../bytes.ts'

/** A private key, and the chain code that its children are derived with as well. */
export interface ExtendedKey {
  readonly key: Bytes
  readonly chain: Bytes
}

/** Splits the HMAC-SHA-512 output of a seed or a step (BIP-32, SLIP-10), and wipes it. */
export function splitKey(bytes: Uint8Array): ExtendedKey {
  const halves = { key: Uint8Array.from(bytes.subarray(0, 32)), chain: Uint8Array.from(bytes.subarray(32)) }
  wipe(bytes)
  return halves
}
