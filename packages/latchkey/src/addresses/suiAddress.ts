const longest = 64

/**
 * An address of Sui in its one form: `0x` and 64 hexadecimal digits in lower case. Short forms lack the zeros in front. Undefined for
 * every other value.
 */
export function parseSuiAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2 + longest) return undefined
  const [, digits] = /^0x([0-9a-f]{1,64})$/i.exec(value) ?? []
  return digits === undefined ? undefined : `0x${digits.toLowerCase().padStart(longest, '0')}`
}
