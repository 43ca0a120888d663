import { isPublicRelay } from '../../../contract/reachesRelay.ts'
import type { ResolvedConfig } from '../../base/config.ts'

/** Whether listed wallets listen on the page's relay: the host's word, else the public network's relays alone. */
export function isSharedRelay({
  endpoints,
  sharedRelay,
}: Pick<ResolvedConfig, 'endpoints' | 'sharedRelay'>): boolean {
  const relay = endpoints?.relay
  return relay !== undefined && (sharedRelay ?? isPublicRelay(relay))
}
