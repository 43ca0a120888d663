/** Reads a decimal as units of `decimals` places; undefined for anything else than a positive one with at most so many places. */
export function parseDecimal(value: unknown, decimals: number): bigint | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^(?:0|[1-9]\d{0,14})(?:\.\d{1,18})?$/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  const trimmed = fraction.replace(/0+$/, '')
  if (trimmed.length > decimals) return undefined
  const units = BigInt(whole + trimmed.padEnd(decimals, '0'))
  return units > 0n ? units : undefined
}

/** Writes units of `decimals` places as a decimal without trailing zeros. */
export function formatDecimal(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, digits.length - decimals) + (fraction && `.${fraction}`)
}

/** Divides, rounding up. */
export function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
