import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { AppContext } from './appTypes.ts'

/** An answer that is made once and sent many times. */
export interface Kept {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The bytes compressed, by the first who takes them so; undefined where that does not pay. */
  encode(encoding: Encoding): Uint8Array<ArrayBuffer> | undefined
  /** Unpadded base64url of SHA-256 of the bytes. */
  readonly digest: string
}

/** Those we know, the better one first. */
const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

/** Below this an answer fits into one packet as it is. */
const worthIt = 1_000

/** Keeps a text; compressing it costs about a millisecond for a page of wallets. */
export function keep(text: string): Kept {
  const bytes = new TextEncoder().encode(text)
  const encoded = new Map<Encoding, Uint8Array<ArrayBuffer>>()
  return {
    bytes,
    encode(encoding) {
      if (bytes.length < worthIt) return undefined
      const known = encoded.get(encoding)
      if (known !== undefined) return known
      const made = new Uint8Array(
        encoding === 'br'
          ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
          : gzipSync(bytes),
      )
      encoded.set(encoding, made)
      return made
    },
    digest: createHash('sha256').update(bytes).digest('base64url'),
  }
}

/** Sends a cached body in an encoding that the client accepts, or 304 if the client has it already. */
export function sendKept(
  c: AppContext,
  kept: Kept,
  options: { readonly type: string; readonly caching: string },
): Response {
  // Weak, because the encodings of one answer share it.
  c.header('ETag', `W/"${kept.digest}"`)
  c.header('Cache-Control', options.caching)
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (isKnown(c.req.header('if-none-match'), kept.digest)) return c.body(null, 304)
  c.header('Content-Type', options.type)
  for (const encoding of encodings) {
    const encoded = accepts(c.req.header('accept-encoding'), encoding) ? kept.encode(encoding) : undefined
    if (encoded === undefined) continue
    c.header('Content-Encoding', encoding)
    return c.body(encoded)
  }
  return c.body(kept.bytes)
}

function isKnown(asked: string | undefined, digest: string): boolean {
  return asked !== undefined && asked.length < 2_000 && (asked === '*' || asked.includes(`"${digest}"`))
}

function accepts(header: string | undefined, encoding: Encoding): boolean {
  if (header === undefined || header.length > 500) return false
  return header.split(',').some(part => {
    const [name, ...rest] = part.split(';').map(word => word.trim().toLowerCase())
    return name === encoding && !rest.some(word => /^q=0(?:\.0*)?$/.test(word))
  })
}
