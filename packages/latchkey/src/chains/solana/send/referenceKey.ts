import { formatBase58 } from '../../../contract/base58.ts'
import { createError } from '../../../contract/errors/createError.ts'

/** The reference of a transfer as the key that Solana Pay adds to its accounts. @throws LatchkeyError SEND_INCOMPLETE for what is none. */
export function referenceKey(reference: string): string {
  if (!/^0x[0-9a-f]{64}$/.test(reference)) throw createError('SEND_INCOMPLETE')
  const digits = reference.slice(2).match(/../g) ?? []
  return formatBase58(Uint8Array.from(digits, each => Number.parseInt(each, 16)))
}
