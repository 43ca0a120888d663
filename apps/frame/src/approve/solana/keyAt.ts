import { formatBase58 } from 'latchkey/services'

/** The address of the 32 bytes at a place of an instruction's data, base58. */
export function keyAt(data: Uint8Array, at: number): string {
  return formatBase58(data.slice(at, at + 32))
}
