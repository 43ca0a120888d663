import { reachesRelay } from '../../../contract/reachesRelay.ts'
import type { WalletRow } from '../../../contract/wallet.ts'
import type { ResolvedConfig } from '../../base/config.ts'

/** Whether a row's wallet can be reached over the relay of this page. */
export function canPair(
  { endpoints, customWallets }: Pick<ResolvedConfig, 'endpoints' | 'customWallets'>,
  { listing }: Pick<WalletRow, 'listing'>,
): boolean {
  const isOwn = !listing || customWallets?.some(({ id }) => id === listing.id)
  return reachesRelay(listing ?? {}, endpoints?.relay, isOwn)
}
