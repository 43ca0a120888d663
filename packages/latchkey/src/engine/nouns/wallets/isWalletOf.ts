import type { Connection } from '../../../contract/connection.ts'
import type { DiscoveredWallet } from '../../../contract/wallet.ts'
import { walletIdOf } from './walletIdOf.ts'

/**
 * Whether a wallet of the page is the one that a connection was made with: by what the wallet says of itself, which may
 * be less than its row's id, as a wallet of another namespace may have brought the rdns of the row.
 */
export function isWalletOf(
  { walletId, wallet }: Pick<Connection, 'walletId' | 'wallet'>,
  discovered: Pick<DiscoveredWallet, 'info' | 'injectedId'>,
): boolean {
  const id = walletIdOf(discovered)
  return id === walletId || id === walletIdOf({ info: wallet, ...wallet })
}
