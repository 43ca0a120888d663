import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { isSame } from './createSeal.ts'

/** Milliseconds until a nonce expires (T23). */
export const nonceLifetime = 300_000
/** Milliseconds by which the clocks of a host's processes may differ. */
const skew = 60_000

/** Nonces that the server can tell from invented ones without having stored them. */
export interface Nonces {
  issue(flow: string): { readonly nonce: string; readonly issuedAt: number; readonly expiresAt: number }
  /** When a nonce of this browser ends; undefined for one that is not ours, not this browser's, or over. */
  endOf(flow: string, nonce: string): number | undefined
}

/** Seals with the first secret and accepts all, as the sessions' seal does. */
export function createNonces(secret: string | readonly string[], now: () => number): Nonces {
  const secrets = typeof secret === 'string' ? [secret] : secret
  const keys = secrets.map(each => hmac(sha256, utf8ToBytes(each), utf8ToBytes('latchkey nonce')))
  const sealOf = (key: Uint8Array, flow: string, head: string) =>
    bytesToHex(hmac(sha256, key, utf8ToBytes(`${flow}.${head}`)).subarray(0, 16))
  return {
    issue(flow) {
      const issuedAt = now()
      // 128 random bits, the time, and the seal, in the alphabet of EIP-4361.
      const head = `${bytesToHex(randomBytes(16))}${issuedAt.toString(16).padStart(12, '0')}`
      const [first = new Uint8Array()] = keys
      return {
        nonce: `${head}${sealOf(first, flow, head)}`,
        issuedAt,
        expiresAt: issuedAt + nonceLifetime,
      }
    },
    endOf(flow, nonce) {
      if (!/^[\da-f]{76}$/.test(nonce)) return undefined
      const head = nonce.slice(0, 44)
      if (!keys.some(key => isSame(nonce.slice(44), sealOf(key, flow, head)))) return undefined
      const issuedAt = Number.parseInt(head.slice(32), 16)
      const age = now() - issuedAt
      return age >= -skew && age < nonceLifetime ? issuedAt + nonceLifetime : undefined
    },
  }
}
