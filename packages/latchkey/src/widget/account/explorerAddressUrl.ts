import { explorerLink } from '../../contract/explorerLink.ts'
import type { Network } from '../../contract/network.ts'
import { webUrl } from '../shell/webUrl.ts'

/** The page of an address on the network's block explorer; undefined for an explorer whose URL leads to no web page. */
export function explorerAddressUrl(network: Network, address: string): string | undefined {
  const page = network.chainNamespace === 'solana' ? 'account' : 'address'
  return webUrl(explorerLink(network, page, address))
}
