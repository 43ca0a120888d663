/** Byte strings of the ABI, which only some transfers meet: as the one argument of a call, and in what a revert says. */
import { type Hex, readWord, word } from './abi.ts'

/** A call with one `bytes` argument. */
export function encodeBytesCall(selector: Hex, bytes: Hex): Hex {
  const hex = bytes.slice(2)
  const padded = hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
  return `${selector}${word(32n)}${word(BigInt(hex.length / 2))}${padded}`
}

/** Bytes of a string argument that are read at most; a reason is cut long before. */
const longestText = 1_000

/** Returns the `string` argument whose offset is in the word at an index, at most its first 1,000 bytes. */
export function readText(data: unknown, index = 0): string | undefined {
  const offset = readWord(data, index)
  if (offset === undefined || offset % 32n !== 0n || offset > 10_000n) return undefined
  const length = readWord(data, Number(offset) / 32)
  if (length === undefined) return undefined
  const bytes = length > BigInt(longestText) ? longestText : Number(length)
  const start = 2 + Number(offset) * 2 + 64
  const hex = (data as string).slice(start, start + bytes * 2)
  if (hex.length !== bytes * 2 || !/^[0-9a-fA-F]*$/.test(hex)) return undefined
  return new TextDecoder().decode(
    Uint8Array.from({ length: bytes }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)),
  )
}
