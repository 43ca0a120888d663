import type { ResolvedConfig } from './config.ts'
import { sdk } from './sdk.ts'

/** As long as the services take (contract/images.ts). */
const longest = 8_192

/**
 * The address of a stranger's picture by way of the services' image proxy, from the path that they gave (`/v1/image?url=…`);
 * undefined for anything else, so that no `<img>` of ours asks a host that a token names (T69). An address and no `blob:`:
 * somebody who opens the picture by itself opens a document of the services, which runs nothing, not one of the page (T68).
 */
export function proxiedImage(
  { projectId, endpoints }: Pick<ResolvedConfig, 'projectId' | 'endpoints'>,
  path: string | null | undefined,
): string | undefined {
  const base = endpoints?.images ?? endpoints?.api
  if (!base || !path?.startsWith('/v1/image?')) return undefined
  const url = new URLSearchParams(path.slice('/v1/image?'.length)).get('url')
  if (!url || url.length > longest || !/^https?:\/\//i.test(base)) return undefined
  return `${base.replace(/\/+$/, '')}/v1/image?${new URLSearchParams({ url, projectId, ...sdk })}`
}
