/** The little of the ABI that every transfer needs: whole words, nothing that recurses. */

/** Hexadecimal text after 0x. */
export type Hex = `0x${string}`

/** Formats a 32-byte ABI word as 64 hex characters. */
export function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

/** `transfer(address,uint256)` of ERC-20. The address has passed the check, the amount is below 2^256. */
export function encodeTransfer(to: string, amount: bigint): Hex {
  return `0xa9059cbb${to.slice(-40).toLowerCase().padStart(64, '0')}${word(amount)}`
}

/** Returns the word at an index of returned data; undefined when the data is not hex or too short. */
export function readWord(data: unknown, index = 0): bigint | undefined {
  if (typeof data !== 'string') return undefined
  const text = data.slice(2 + index * 64, 66 + index * 64)
  return data.startsWith('0x') && /^[0-9a-fA-F]{64}$/.test(text) ? BigInt(`0x${text}`) : undefined
}

/** Returns the address in the word at an index; undefined when its upper bytes are not zero. */
export function readAddress(data: unknown, index = 0): Hex | undefined {
  const value = readWord(data, index)
  return value === undefined || value >> 160n ? undefined : `0x${value.toString(16).padStart(40, '0')}`
}
