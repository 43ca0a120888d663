/** Base58 with Bitcoin's letters, as Solana writes keys, signatures and messages. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes as base58. Each leading zero byte becomes a `1`. */
export function formatBase58(bytes: Uint8Array): string {
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  let rest = BigInt(`0x0${hex}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet.charAt(Number(rest % 58n)) + text
  const zeros = bytes.findIndex(byte => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/**
 * Decodes base58 of at most the given number of bytes. Returns undefined for anything else, and for texts of more than
 * two characters a byte.
 */
export function readBase58(text: string, most: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > 2 * most) return undefined
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const ones = text.length - text.replace(/^1+/, '').length
  const hex = value === 0n ? '' : value.toString(16)
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`
  const length = ones + digits.length / 2
  if (length > most) return undefined
  const bytes = new Uint8Array(length)
  for (let at = ones; at < length; at++)
    bytes[at] = Number.parseInt(digits.slice((at - ones) * 2, (at - ones) * 2 + 2), 16)
  return bytes
}

/** Decodes base58 of exactly the given number of bytes. Returns undefined for anything else. */
export function parseBase58(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  const bytes = readBase58(text, length)
  return bytes?.length === length ? bytes : undefined
}
