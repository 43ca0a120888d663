import { isHex32 } from '../envelope/hex.ts'
import type { StoredPairing } from './pairingStore.ts'

/** A stored pairing, or undefined for what is none. */
export function parsePairing(value: unknown): StoredPairing | undefined {
  const { topic, expiry, isActive } = (value ?? {}) as Readonly<Record<string, unknown>>
  return isHex32(topic) && Number.isSafeInteger(expiry) && typeof isActive === 'boolean'
    ? { topic, expiry: expiry as number, isActive }
    : undefined
}
