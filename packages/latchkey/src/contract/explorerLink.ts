import type { Network } from './network.ts'

/** Returns the explorer's URL of an address or a transaction; undefined when the network names no explorer. */
export function explorerLink(
  network: Network,
  page: 'account' | 'address' | 'tx',
  id: string,
): string | undefined {
  try {
    const url = new URL(network.blockExplorers?.default.url ?? '')
    // Explorers that serve several networks tell them apart by a query, which has to stay.
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${page}/${encodeURIComponent(id)}`
    return url.href
  } catch {
    return undefined
  }
}
