import type { ChainNamespace } from '../../contract/caip.ts'
import { webUrl } from '../shell/webUrl.ts'

/** The page of an address on a block explorer; undefined for an explorer whose URL leads to no web page. */
export function explorerAddressUrl(
  explorer: string,
  namespace: ChainNamespace,
  address: string,
): string | undefined {
  const base = webUrl(explorer)
  if (base === undefined) return undefined
  const url = new URL(base)
  const folder = namespace === 'solana' ? 'account' : 'address'
  // Some explorers keep the cluster in the query, which has to stay.
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${folder}/${encodeURIComponent(address)}`
  return url.href
}
