/** Random bytes in hexadecimal with the prefix 0x. */
export function randomHex(bytes: number): `0x${string}` {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return `0x${[...random].map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}

/** A random UUID of version 4; `crypto.randomUUID` is absent from pages that are not secure contexts. */
export function randomUuid(): string {
  const digits = [...randomHex(16).slice(2)]
  digits[12] = '4'
  digits[16] = '89ab'[Number.parseInt(digits[16] ?? '0', 16) % 4] ?? '8'
  const text = digits.join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  )
}
