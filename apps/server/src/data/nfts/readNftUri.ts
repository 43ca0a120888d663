import { assetNameLimit, nftDescriptionLimit } from 'latchkey/services'
import { parseJson } from '../../core/http/parseJson.ts'
import { cleanText } from '../chains/cleanText.ts'
import type { FetchPublic } from '../images/fetchPublic.ts'
import { parseDataImage } from '../images/parseDataImage.ts'

/** What a collectible's metadata says; the image is still where its maker put it. */
export interface NftMetadata {
  readonly name: string | null
  readonly description: string | null
  readonly image: string | null
}

/** Bytes of a metadata document. */
const longest = 262_144
/** Milliseconds for one. */
const timeout = 5_000
const mostParagraphs = 40
/** Longest image address that the image proxy takes (contract, getImage). */
const longestImage = 8_192

/**
 * Reads what `tokenURI` or `uri` leads to: in the address itself, on IPFS or Arweave, or on the web. Null when it leads
 * to no metadata.
 * @throws PublicFetchError, or an Error for a status that may pass.
 */
export async function readNftUri(uri: string, fetchPublic: FetchPublic): Promise<NftMetadata | null> {
  const inline = readDataUri(uri)
  if (inline !== undefined) return toMetadata(inline)
  const url = toFetched(uri)
  if (url === undefined) return null
  const answer = await fetchPublic(url, {
    headers: { accept: 'application/json' },
    maxBytes: longest,
    timeout,
  })
  if (answer.status === 429 || answer.status >= 500) throw new Error(`HTTP ${answer.status}`)
  return answer.status >= 200 && answer.status < 300 ? toMetadata(answer.body) : null
}

/** The bytes of a data: address with JSON, or undefined when it is none. */
function readDataUri(uri: string): Uint8Array | undefined {
  const head = /^data:application\/json((?:;[a-z0-9=-]{1,40}){0,3}),/i.exec(uri.slice(0, 200))
  if (head === null) return undefined
  const body = uri.slice(head[0].length)
  if (/;base64$/i.test(head[1] ?? '')) return Buffer.from(body, 'base64')
  try {
    return Buffer.from(decodeURIComponent(body))
  } catch {
    // Many contracts do not encode what they should.
    return Buffer.from(body)
  }
}

/** What the fetcher takes: it knows the way to IPFS itself. */
function toFetched(uri: string): string | undefined {
  if (uri.length > 2_048) return undefined
  const url = uri.replace(/^ar:\/\//i, 'https://arweave.net/')
  return /^(?:https?|ipfs):\/\//i.test(url) ? url : undefined
}

function toMetadata(bytes: Uint8Array): NftMetadata | null {
  if (bytes.byteLength > longest) return null
  const value = parseJson(bytes)?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { name, description, image, image_url, image_data } = value as Record<string, unknown>
  return {
    name: cleanText(name, assetNameLimit),
    description: cleanParagraphs(description),
    image: readImage(image) ?? readImage(image_url) ?? readDrawing(image_data),
  }
}

/** As many paragraphs as the widget shows, each cleaned. */
function cleanParagraphs(value: unknown): string | null {
  if (typeof value !== 'string') return null
  let text = ''
  for (const line of value.split(/[\r\n]+/, mostParagraphs)) {
    const start = text && `${text}\n`
    const clean = cleanText(line, nftDescriptionLimit - start.length)
    if (clean !== null) text = start + clean
  }
  return text || null
}

/** An address that the image proxy takes. */
function readImage(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestImage) return null
  const text = value.trim().replace(/^ar:\/\//i, 'https://arweave.net/')
  // Many contracts write a drawing as it is; in an address that ends at the first # for a browser.
  if (/^data:image\/svg\+xml/i.test(text) && /[\s#]/.test(text))
    return readDrawing(new TextDecoder().decode(parseDataImage(text)))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in an address
  if (/[\x00-\x20\x7f]/.test(text)) return null
  return /^(?:https?:\/\/|ipfs:\/\/|data:image\/)/i.test(text) ? text : null
}

/** An SVG that stands in the metadata itself. */
function readDrawing(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestImage || !/^\s*<svg[\s/>]/i.test(value)) return null
  return readImage(`data:image/svg+xml;base64,${Buffer.from(value).toString('base64')}`)
}
