import type { DiscoveredWallet, WalletId } from '../../contract/wallet.ts'

/** The canonical id of a wallet found in the page: its rdns, else its standard name (DECISIONS C7). */
export function walletIdOf(wallet: Pick<DiscoveredWallet, 'info'>): WalletId {
  return wallet.info.rdns ? `rdns:${wallet.info.rdns}` : `std:${wallet.info.name}`
}
