import type { Hex } from './abi.ts'

/**
 * RLP of a flat list of byte strings (even hex after 0x), quantities by way of `toBytes`; `tail` is hex that is encoded
 * already.
 */
export function encodeRlp(items: readonly Hex[], tail = ''): Hex {
  const body = items.map(encodeItem).join('') + tail
  return `0x${head(0xc0, body.length / 2)}${body}`
}

/** A quantity as RLP wants it: no leading zeros, zero is empty. */
export function toBytes(value: bigint): Hex {
  if (value === 0n) return '0x'
  const hex = value.toString(16)
  return `0x${hex.length % 2 ? '0' : ''}${hex}`
}

function encodeItem(item: Hex): string {
  const hex = item.slice(2)
  if (hex.length === 2 && Number.parseInt(hex, 16) < 0x80) return hex
  return head(0x80, hex.length / 2) + hex
}

function head(base: number, length: number): string {
  if (length < 56) return (base + length).toString(16).padStart(2, '0')
  const size = toBytes(BigInt(length)).slice(2)
  return (base + 55 + size.length / 2).toString(16) + size
}
