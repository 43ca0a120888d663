import { isOfferedOn, type ListingDevice } from '../../../contract/isOfferedOn.ts'
import type { WalletRow } from '../../../contract/wallet.ts'

/**
 * How many wallets the whole list has: those that the directory counts for this device, and the rows that it does not
 * know, which are installed wallets and the host's own. Undefined while the directory's count is unknown.
 */
export function countWallets(
  listed: number | undefined,
  rows: readonly WalletRow[],
  device: ListingDevice,
): number | undefined {
  if (listed === undefined) return undefined
  const local = rows.filter(({ group, walletId, listing, discovered }) => {
    if (group === 'walletConnect') return false
    if (walletId.startsWith('custom:')) return true
    return discovered.length > 0 && (!listing || !isOfferedOn(listing, device))
  })
  return listed + local.length
}
