import { type ReadVariable, Wrong, wholeNumber } from '../../core/settings/readers.ts'

export interface ImagesSettings {
  /** Base URL behind `ipfs://`. */
  readonly ipfsGateway: string
  /** Hosts of this machine, as `localhost:8080`, that images and metadata may come from. */
  readonly loopbackHosts: readonly string[]
  /** Bytes of one image. */
  readonly maxBytes: number
  /** Bytes of all images in memory. */
  readonly cacheBytes: number
}

export function readImagesSettings(read: ReadVariable): ImagesSettings {
  return {
    ipfsGateway: read('IPFS_GATEWAY', 'https://ipfs.io', gateway),
    loopbackHosts: read<readonly string[]>('FETCH_LOOPBACK_HOSTS', [], loopbackHosts),
    maxBytes: read('IMAGE_LIMIT_BYTES', 5_242_880, wholeNumber(1_024, 104_857_600)),
    cacheBytes: read('IMAGE_CACHE_MB', 64, wholeNumber(0, 65_536)) * 1_000_000,
  }
}

function gateway(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new Wrong('must be an http(s) URL without user, password and query')
  return text
}

function loopbackHosts(text: string): readonly string[] {
  return text.split(',').map(part => {
    const host = part.trim()
    if (!/^(?:localhost|[a-z0-9.-]{1,200}\.localhost|127(?:\.\d{1,3}){3}|\[::1\]):\d{1,5}$/.test(host))
      throw new Wrong('must list hosts of this machine with their port, such as localhost:8080')
    return host
  })
}
