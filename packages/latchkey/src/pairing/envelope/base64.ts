/** Base64 as the protocol writes it: padded, and one text for each run of bytes. */

/**
 * Reads padded base64; undefined when the length is no multiple of 4, a character is foreign, or the last bits are not
 * zero. One text per content: else a changed last character would pass the history of digests (T89).
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0))
  return encodeBase64(bytes) === text ? bytes : undefined
}

/** Writes padded base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  // In steps: an argument list has a limit.
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}

/** Writes base64url without padding, for the parts of a JWT. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
