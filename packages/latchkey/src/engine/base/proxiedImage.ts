import type { ResolvedConfig } from './config.ts'
import { sdk } from './sdk.ts'

/** As long as the services take (contract/images.ts). */
const longest = 8_192
const inItself = /^data:image\/(?:svg\+xml|png|webp|gif|jpeg|avif)[;,]/i

/**
 * What an `<img>` loads for a stranger's picture, from the path that the services gave (`/v1/image?url=…`): their image proxy,
 * or the picture itself when all of it is in its address, as it is for those on the chain. Undefined for anything else, so that
 * no `<img>` of ours asks a host that a token names (T69). Never a `blob:` of the page: a visitor who opens the picture by itself opens a
 * document that runs nothing, or nothing of the page (T68).
 */
export function proxiedImage(
  { projectId, endpoints }: Pick<ResolvedConfig, 'projectId' | 'endpoints'>,
  path: string | null | undefined,
): string | undefined {
  const base = endpoints?.images ?? endpoints?.api
  if (!base || !path?.startsWith('/v1/image?')) return undefined
  const url = new URLSearchParams(path.slice('/v1/image?'.length)).get('url')
  if (!url || url.length > longest) return undefined
  if (inItself.test(url)) return url
  if (!/^https?:\/\//i.test(base)) return undefined
  return `${base.replace(/\/+$/, '')}/v1/image?${new URLSearchParams({ url, projectId, ...sdk })}`
}
