/** The little of the ABI that sending needs: whole words and one byte string, nothing that recurses. */

export type Hex = `0x${string}`

/** A 32-byte word as 64 hex characters. */
function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

/** `transfer(address,uint256)` of ERC-20. The address has passed the check, the amount is below 2^256. */
export function encodeTransfer(to: string, amount: bigint): Hex {
  return `0xa9059cbb${to.slice(-40).toLowerCase().padStart(64, '0')}${word(amount)}`
}

/** A call with one `bytes` argument. */
export function encodeBytesCall(selector: Hex, bytes: Hex): Hex {
  const hex = bytes.slice(2)
  const padded = hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
  return `${selector}${word(32n)}${word(BigInt(hex.length / 2))}${padded}`
}

/** The word at an index of returned data, undefined when the data is no hex or ends before it. */
export function readWord(data: unknown, index = 0): bigint | undefined {
  if (typeof data !== 'string') return undefined
  const text = data.slice(2 + index * 64, 66 + index * 64)
  return data.startsWith('0x') && /^[0-9a-fA-F]{64}$/.test(text) ? BigInt(`0x${text}`) : undefined
}

/** The address in the word at an index; undefined when its upper bytes are not empty. */
export function readAddress(data: unknown, index = 0): Hex | undefined {
  const value = readWord(data, index)
  return value === undefined || value >> 160n ? undefined : `0x${value.toString(16).padStart(40, '0')}`
}

/** Bytes of a string argument that are read at most; a reason is cut long before. */
const longestText = 1_000

/** The `string` argument whose offset is in the word at an index, at most its first 1,000 bytes. */
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
