import { createFetchPublic, type FetchPublicOptions } from './createFetchPublic.ts'
import { type FetchPublic, PublicFetchError } from './fetchPublic.ts'

export interface AssetFetchOptions extends FetchPublicOptions {
  /** Base URL of the gateway behind `ipfs://`; undefined refuses those. */
  readonly ipfsGateway: string | undefined
}

/**
 * `fetchPublic` for what tokens and names point to: `ipfs://` as well, through the operator's gateway. That gateway may
 * stand on this machine, where Kubo leads from `localhost` to a name below it for each content; no other address may lead
 * there.
 */
export function createAssetFetch(options: AssetFetchOptions): FetchPublic {
  const { ipfsGateway, ...rest } = options
  const fetchPublic = createFetchPublic(rest)
  if (ipfsGateway === undefined) return fetchPublic
  const gateway = new URL(ipfsGateway)
  const content = `${gateway.pathname.replace(/\/+$/, '')}/ipfs/`
  const port = gateway.port === '' ? (gateway.protocol === 'https:' ? '443' : '80') : gateway.port
  const fetchGateway = createFetchPublic({
    ...rest,
    loopbackHosts: isLoopback(gateway.hostname)
      ? [
          `${gateway.hostname}:${port}`,
          ...(gateway.hostname === 'localhost' ? [`*.ipfs.localhost:${port}`] : []),
        ]
      : [],
  })
  return async (url, request) => {
    const path = parseIpfs(url)
    if (path === undefined) return fetchPublic(url, request)
    const target = new URL(content + path, gateway)
    // Dots in the path, however they are written, must not leave the part of the gateway that serves content.
    if (!target.pathname.startsWith(content)) throw new PublicFetchError('refused', 'Not a content address')
    return fetchGateway(target.href, request)
  }
}

/** `ipfs://<cid>/path` and the older `ipfs://ipfs/<cid>/path`, without the scheme. */
function parseIpfs(url: string): string | undefined {
  if (!/^ipfs:\/\//i.test(url)) return undefined
  const path = url.slice(7, 2_048).replace(/^ipfs\//, '')
  if (!/^[A-Za-z0-9]{20,128}(?:[/?#]|$)/.test(path) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(path))
    throw new PublicFetchError('refused', 'Not a content address')
  return path
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
