/** A number of so many bytes, the least of them first; undefined where the bytes end before. */
export function numberAt(data: Uint8Array, at: number, length: number): bigint | undefined {
  if (data.length < at + length) return undefined
  return data.slice(at, at + length).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}
