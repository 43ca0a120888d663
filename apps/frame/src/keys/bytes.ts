/** Bytes of this page's own: what WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>

/** From the browser's generator and nowhere else (T81). */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** XORs two byte strings. @throws TypeError when their lengths differ. */
export function xorBytes(a: Uint8Array, b: Uint8Array): Bytes {
  if (a.length !== b.length) throw new TypeError('Two lengths')
  return Uint8Array.from(a, (byte, index) => byte ^ (b[index] ?? 0))
}

/** Overwrites secrets (T79); copies that JavaScript made by itself are out of reach. */
export function wipe(...all: readonly Uint8Array[]): void {
  for (const bytes of all) bytes.fill(0)
}

/** Joins byte strings in their order. */
export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Whether two values are the same, in a time that does not depend on where they differ. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let different = 0
  for (let i = 0; i < a.length; i++) different |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return different === 0
}

export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

export function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** @throws TypeError when the text is not an even number of hexadecimal digits. */
export function fromHex(text: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new TypeError('Not hexadecimal')
  return Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

export function toBytes(text: string): Bytes {
  return new TextEncoder().encode(text)
}
