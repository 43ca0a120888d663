import type { Hex } from './abi.ts'

/** An RLP item: a byte string (even hex after 0x; `toBytes` makes it of a quantity), or a list of items. */
export type RlpItem = Hex | readonly RlpItem[]

/** Encodes a list as RLP. */
export function encodeRlp(items: readonly RlpItem[]): Hex {
  return `0x${encodeItem(items)}`
}

/** Converts a quantity to RLP bytes: no leading zeros, and zero is empty. */
export function toBytes(value: bigint): Hex {
  if (value === 0n) return '0x'
  const hex = value.toString(16)
  return `0x${hex.length % 2 ? '0' : ''}${hex}`
}

function encodeItem(item: RlpItem): string {
  if (typeof item !== 'string') {
    const body = item.map(encodeItem).join('')
    return head(0xc0, body.length / 2) + body
  }
  const hex = item.slice(2)
  if (hex.length === 2 && Number.parseInt(hex, 16) < 0x80) return hex
  return head(0x80, hex.length / 2) + hex
}

function head(base: number, length: number): string {
  if (length < 56) return (base + length).toString(16).padStart(2, '0')
  const size = toBytes(BigInt(length)).slice(2)
  return (base + 55 + size.length / 2).toString(16) + size
}
