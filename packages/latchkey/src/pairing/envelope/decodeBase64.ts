import { encodeBase64 } from './base64.ts'

/**
 * Reads padded base64; undefined when the length is no multiple of 4, a character is foreign, or the last bits are not
 * zero. One text per content: else a changed last character would pass the history of digests (T89).
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0))
  return encodeBase64(bytes) === text ? bytes : undefined
}
