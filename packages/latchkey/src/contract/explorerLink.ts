import type { ExplorerPaths } from './namespaceFacts.ts'
import type { Network } from './network.ts'

/**
 * Returns the explorer's URL of an address or a transaction; undefined when the network names no explorer.
 * `words` are the namespace's own; the network's go before them.
 */
export function explorerLink(
  network: Network,
  page: keyof ExplorerPaths,
  id: string,
  words: ExplorerPaths,
): string | undefined {
  const explorer = network.blockExplorers?.default
  try {
    const url = new URL(explorer?.url ?? '')
    const word = explorer?.paths?.[page] ?? words[page]
    // Explorers that serve several networks tell them apart by a query, which has to stay.
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${word}/${encodeURIComponent(id)}`
    return url.href
  } catch {
    return undefined
  }
}
