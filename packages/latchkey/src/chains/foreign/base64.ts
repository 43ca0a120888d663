/** Base64, as nodes and wallets over the relay take bytes. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}

/** Undefined for anything but base64 text of at most so many bytes. */
export function fromBase64(value: unknown, most: number): Uint8Array | undefined {
  if (typeof value !== 'string' || value.length > Math.ceil(most / 3) * 4) return undefined
  try {
    return Uint8Array.from(atob(value), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
