/** Headers of x402: base64 of JSON. */
import * as v from 'valibot'

/** Characters of a header that are read: what servers take at most for all headers of a request. */
const longestHeader = 16_384

/** Writes a value as the text of a header. */
export function formatX402Header(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}

/** Reads a header by its schema; undefined when it is missing, too long or malformed. */
export function parseX402Header<S extends v.GenericSchema>(
  text: string | null,
  schema: S,
): v.InferOutput<S> | undefined {
  if (text === null || text.length > longestHeader) return undefined
  try {
    const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0))
    const parsed = v.safeParse(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
