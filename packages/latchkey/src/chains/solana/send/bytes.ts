/** Numbers and lists as Solana writes them: little-endian, and counts in 7-bit groups. */

export function u32(value: number): readonly number[] {
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24]
}

export function u64(value: bigint): readonly number[] {
  return Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
}

/** An unsigned little-endian number of so many bytes; undefined past the end. */
export function readUnsigned(bytes: Uint8Array, at: number, length: number): bigint | undefined {
  if (at < 0 || at + length > bytes.length) return undefined
  let value = 0n
  for (let each = length - 1; each >= 0; each--) value = (value << 8n) | BigInt(bytes[at + each] ?? 0)
  return value
}

/** A count of at most 16 bits in 7-bit groups ("compact-u16"). */
export function compact(count: number): readonly number[] {
  const bytes: number[] = []
  for (let rest = count; ; rest >>= 7) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest & 127) | 128)
  }
}

export function join(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(part => [...part]))
}
