import type { Random } from '../../engine/base/random.ts'
import { fromHex } from '../envelope/hex.ts'

/** As many random bytes, out of ids of 128 random bits. */
export function randomBytes(random: Random, length: number): Uint8Array<ArrayBuffer> {
  let hex = ''
  while (hex.length < length * 2) hex += random.id()
  return fromHex(hex.slice(0, length * 2))
}
