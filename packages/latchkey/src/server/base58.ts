const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Reads base58 of exactly so many bytes; undefined for anything else. Texts of more than two characters a byte are not read. */
export function parseBase58(text: string, length: number): Uint8Array | undefined {
  if (text.length > 2 * length) return undefined
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const bytes = new Uint8Array(length)
  for (let at = length - 1; at >= 0; at--) {
    bytes[at] = Number(value & 0xffn)
    value >>= 8n
  }
  const zeros = bytes.findIndex(byte => byte !== 0)
  const ones = text.length - text.replace(/^1+/, '').length
  return value === 0n && ones === (zeros < 0 ? length : zeros) ? bytes : undefined
}
