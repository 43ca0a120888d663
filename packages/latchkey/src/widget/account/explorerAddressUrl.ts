import { explorerLink } from '../../contract/explorerLink.ts'
import type { ExplorerPaths } from '../../contract/namespaceFacts.ts'
import type { Network } from '../../contract/network.ts'
import { webUrl } from '../shell/webUrl.ts'

/**
 * The page of an address on the network's block explorer; undefined for an explorer whose URL leads to no web page.
 * `words` are those of the namespace's facts.
 */
export function explorerAddressUrl(
  network: Network,
  address: string,
  words: ExplorerPaths,
): string | undefined {
  return webUrl(explorerLink(network, 'address', address, words))
}
