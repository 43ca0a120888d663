/** Hex as JSON-RPC of eip155 writes it: quantities without leading zeros, data with every byte. */

const quantityPattern = /^0x[0-9a-fA-F]{1,64}$/

/** Formats a whole number ≥ 0 as an 0x quantity. */
export function toQuantity(value: number | bigint): `0x${string}` {
  return `0x${value.toString(16)}`
}

/**
 * Parses an 0x quantity below 2^256; undefined for anything else. Leading zeros are accepted, because some nodes send
 * them.
 */
export function parseQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && quantityPattern.test(value) ? BigInt(value) : undefined
}

/** Encodes a text as the 0x data of its UTF-8 bytes. */
export function textToHex(text: string): `0x${string}` {
  let hex = ''
  for (const byte of new TextEncoder().encode(text)) hex += byte.toString(16).padStart(2, '0')
  return `0x${hex}`
}
