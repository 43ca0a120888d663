import type { DiscoveredWallet, WalletId } from '../../../contract/wallet.ts'

/**
 * The canonical id of a wallet found in the page (DECISIONS C7). It rests on what the wallet says of itself alone, so
 * that it is the same before and after the directory is there.
 */
export function walletIdOf({
  info,
  injectedId = info.name,
}: Pick<DiscoveredWallet, 'info' | 'injectedId'>): WalletId {
  return info.rdns ? `rdns:${info.rdns.toLowerCase()}` : `std:${injectedId}`
}
