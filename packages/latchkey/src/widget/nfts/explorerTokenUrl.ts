import { webUrl } from '../shell/webUrl.ts'

/** The page of a collectible on a block explorer; undefined for an explorer whose URL leads to no web page. */
export function explorerTokenUrl(explorer: string, address: string, tokenId: string): string | undefined {
  const base = webUrl(explorer)
  if (base === undefined) return undefined
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/token/${encodeURIComponent(address)}`
  // Those that know no such filter show the collection.
  url.searchParams.set('a', tokenId)
  return url.href
}
