import type { Hex } from 'latchkey/evmcodec'
import { fromHex, toHex } from '../keys/bytes.ts'
import { keccak } from '../provider/evm/hashes.ts'

/** Keccak-256 of hexadecimal digits, with or without 0x. */
export function hashHex(digits: string): Hex {
  return `0x${toHex(keccak(fromHex(digits.replace(/^0x/, ''))))}`
}
