import { createHash } from 'node:crypto'
import type { ImageType } from 'latchkey/services'
import type { Clock } from '../../core/http/appTypes.ts'
import { createTurns, type TurnLimits, TurnsFull } from './createTurns.ts'
import type { FetchPublic } from './fetchPublic.ts'
import { PublicFetchError } from './fetchPublic.ts'
import { parseDataImage } from './parseDataImage.ts'
import { sniffImage } from './sniffImage.ts'

export interface Image {
  readonly type: ImageType
  readonly body: Uint8Array<ArrayBuffer>
  /** Quoted, as it stands in `ETag`. */
  readonly etag: string
}

export interface Images {
  /** The image at once, if it is in memory or in the address itself; null when it is known that there is none. */
  peek(url: string): Image | null | undefined
  /** Fetches it for a client, in its turn; null when there is none. @throws ImagesBusy. */
  find(url: string, client: string): Promise<Image | null>
}

/** More images are waited for than this process wants to hold; matched by name. */
export class ImagesBusy extends Error {
  override readonly name = 'ImagesBusy'
}

/** Milliseconds for which an image is served from memory, and a failed one is not fetched again. */
const lifetime = 86_400_000
const missLifetime = 60_000
/** Bytes of the addresses that are known to lead to none. */
const missBytesKept = 8_000_000
/** Neither a client's hosts, however slow, nor one slow host take all of it. */
const turnLimits: TurnLimits = {
  working: 32,
  workingEach: 6,
  workingHost: 12,
  waiting: 512,
  waitingEach: 128,
}
const fetchTimeout = 8_000

/** Fetches untrusted images once for all requests, and caches them up to a number of bytes. */
export function createImages(deps: {
  readonly fetchAsset: FetchPublic
  readonly clock: Clock
  /** Bytes of one image. */
  readonly maxBytes: number
  /** The most bytes of all cached images. */
  readonly cacheBytes: number
}): Images {
  const { fetchAsset, clock, maxBytes, cacheBytes } = deps
  const kept = new Map<string, { readonly image: Image; readonly until: number }>()
  const misses = new Map<string, number>()
  const inTurn = createTurns(turnLimits)
  const fetches = new Map<string, Promise<Image | null>>()
  let keptBytes = 0
  let missBytes = 0

  function keep(url: string, image: Image | null): void {
    if (image === null) {
      forget(url)
      misses.set(url, clock() + missLifetime)
      missBytes += sizeOf(url)
      while (missBytes > missBytesKept) forget(first(misses))
      return
    }
    drop(url)
    kept.set(url, { image, until: clock() + lifetime })
    keptBytes += sizeOf(url, image)
    while (keptBytes > cacheBytes) drop(first(kept))
  }

  function forget(url: string): void {
    if (misses.delete(url)) missBytes -= sizeOf(url)
  }

  function drop(url: string): void {
    const entry = kept.get(url)
    if (entry === undefined) return
    kept.delete(url)
    keptBytes -= sizeOf(url, entry.image)
  }

  function peek(url: string): Image | null | undefined {
    if (/^data:/i.test(url)) return toImage(parseDataImage(url))
    const now = clock()
    const entry = kept.get(url)
    if (entry !== undefined && now < entry.until) {
      // The one that was wanted longest ago is the first to go.
      kept.delete(url)
      kept.set(url, entry)
      return entry.image
    }
    drop(url)
    const miss = misses.get(url)
    if (miss === undefined) return undefined
    if (now < miss) return null
    forget(url)
    return undefined
  }

  async function load(url: string): Promise<Image | null> {
    try {
      const answer = await fetchAsset(url, {
        maxBytes,
        timeout: fetchTimeout,
        headers: { accept: 'image/*' },
      })
      return answer.status === 200 ? toImage(answer.body) : null
    } catch (error) {
      if (error instanceof PublicFetchError) return null
      throw error
    }
  }

  return {
    peek,
    async find(url, client) {
      const known = peek(url)
      if (known !== undefined) return known
      const running = fetches.get(url)
      if (running !== undefined) return running
      const fetching = inTurn({ client, host: hostOf(url) }, () => load(url))
        .then(image => {
          keep(url, image)
          return image
        })
        .catch((error: unknown) => {
          throw error instanceof TurnsFull ? new ImagesBusy('Too many images at once') : error
        })
        .finally(() => fetches.delete(url))
      fetches.set(url, fetching)
      return fetching
    },
  }
}

/** The host that has to answer; that of an `ipfs:` address is the gateway's, under one name. */
function hostOf(url: string): string {
  const { protocol, host } = URL.parse(url) ?? { protocol: '', host: '' }
  return /^https?:$/.test(protocol) ? host : protocol
}

function toImage(bytes: Uint8Array | undefined): Image | null {
  if (bytes === undefined) return null
  const type = sniffImage(bytes)
  if (type === undefined) return null
  const body = new Uint8Array(bytes)
  return { type, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}

function sizeOf(url: string, image?: Image): number {
  return (image?.body.byteLength ?? 0) + url.length + 256
}

function first(map: ReadonlyMap<string, unknown>): string {
  return map.keys().next().value ?? ''
}
