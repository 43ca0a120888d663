/** Where an owner's tokens are: the address that the Associated Token Account program derives. */
import { sha256 } from '@noble/hashes/sha2.js'
import { formatBase58 } from '../../../contract/base58.ts'
import { join } from './bytes.ts'
import { addressBytes } from './instructions.ts'
import { programs } from './programs.ts'

const marker = new TextEncoder().encode('ProgramDerivedAddress')
const prime = 2n ** 255n - 19n
/** The constant of the curve of ed25519. */
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** The account for a token that belongs to an owner. @throws LatchkeyError RECEIVER_INVALID for an address that is none. */
export function tokenAddress(owner: string, mint: string, program: string): string {
  const seeds = join([addressBytes(owner), addressBytes(program), addressBytes(mint)])
  const deriver = addressBytes(programs.tokenAccounts)
  // An address that a key could hold is passed over: the program alone is to speak for it.
  for (let bump = 255; bump >= 0; bump--) {
    const bytes = sha256(join([seeds, [bump], deriver, marker]))
    if (!isPoint(bytes)) return formatBase58(bytes)
  }
  throw new RangeError('No address is off the curve')
}

/** Whether a key may hold an address; one that none can is a program's. */
export function isOnCurve(address: string): boolean {
  return isPoint(addressBytes(address))
}

/**
 * Whether 32 bytes are a point of ed25519: whether its x² is a square (Euler's criterion). Ours, since @noble/curves would add
 * 9 kB (gzip) for it to what a page loads to send (28 November 2026).
 */
function isPoint(bytes: Uint8Array): boolean {
  let y = BigInt((bytes[31] ?? 0) & 127)
  for (let at = 30; at >= 0; at--) y = (y << 8n) | BigInt(bytes[at] ?? 0)
  const square = (y * y) % prime
  const product = ((square + prime - 1n) * (d * square + 1n)) % prime
  let power = 1n
  let base = product
  for (let rest = (prime - 1n) / 2n; rest > 0n; rest >>= 1n) {
    if (rest & 1n) power = (power * base) % prime
    base = (base * base) % prime
  }
  return power <= 1n
}
