import { parseBase58 } from '../../contract/base58.ts'

/** Whether a value is an address of solana: base58 of exactly 32 bytes, in 32 to 44 characters (SPEC §5). */
export function isSolanaAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 32 && value.length <= 44 && !!parseBase58(value, 32)
}
