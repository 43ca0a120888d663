import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { AppContext } from '../http/appTypes.ts'

/** An answer that is made once and sent many times. */
export interface Kept {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Compressed, where that pays. */
  readonly br: Uint8Array<ArrayBuffer> | undefined
  readonly gzip: Uint8Array<ArrayBuffer> | undefined
  /** Unpadded base64url of SHA-256 of the bytes. */
  readonly digest: string
}

/** Below this an answer fits into one packet as it is. */
const worthIt = 1_000

/** Digests a text, and compresses it at the levels at which an answer of a page costs about a millisecond. */
export function keep(text: string): Kept {
  const bytes = new TextEncoder().encode(text)
  const compress = bytes.length >= worthIt
  return {
    bytes,
    br: compress
      ? new Uint8Array(brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
      : undefined,
    gzip: compress ? new Uint8Array(gzipSync(bytes)) : undefined,
    digest: createHash('sha256').update(bytes).digest('base64url'),
  }
}

/** Sends what was kept in the encoding the client takes, or says that the client has it already. */
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
  for (const encoding of ['br', 'gzip'] as const) {
    const encoded = kept[encoding]
    if (encoded === undefined || !accepts(c.req.header('accept-encoding'), encoding)) continue
    c.header('Content-Encoding', encoding)
    return c.body(encoded)
  }
  return c.body(kept.bytes)
}

function isKnown(asked: string | undefined, digest: string): boolean {
  return asked !== undefined && asked.length < 2_000 && (asked === '*' || asked.includes(`"${digest}"`))
}

function accepts(header: string | undefined, encoding: string): boolean {
  if (header === undefined || header.length > 500) return false
  return header.split(',').some(part => {
    const [name, ...rest] = part.split(';').map(word => word.trim().toLowerCase())
    return name === encoding && !rest.some(word => /^q=0(?:\.0*)?$/.test(word))
  })
}
