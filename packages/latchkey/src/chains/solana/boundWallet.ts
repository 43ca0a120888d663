import type { Account } from '../../contract/account.ts'
import { type CaipNetworkId, toCaipAddress } from '../../contract/caip.ts'
import type { SolanaAccount, SolanaWallet } from './solanaWallet.ts'

/** A wallet and what was said of it: what it says again is no change. */
export interface BoundWallet {
  readonly wallet: SolanaWallet
  /** The addresses that were last answered or reported. */
  shown: string
  /** The page ends the connection itself: that the accounts go is its own doing. */
  isLeaving: boolean
  /** It was asked to sign in while connecting and did not: it is asked for its accounts alone from now on. */
  isPlain: boolean
}

/** The accounts on a network, remembered as what the page was told. */
export function takeAccounts(
  bound: BoundWallet,
  accounts: readonly SolanaAccount[],
  network: CaipNetworkId,
): readonly Account[] {
  bound.shown = addressesOf(accounts)
  return accounts.map(({ address }) => ({ caip10: toCaipAddress(network, address), type: 'eoa' }))
}

export function addressesOf(accounts: readonly SolanaAccount[]): string {
  return accounts.map(({ address }) => address).join()
}
