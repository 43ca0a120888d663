import type { Account } from '../../contract/account.ts'
import { type CaipNetworkId, toCaipAddress } from '../../contract/caip.ts'
import type { SolanaAccount, SolanaWallet } from './solanaWallet.ts'

/** A wallet with what was last reported of it, so that a repeated report is no change. */
export interface BoundWallet {
  readonly wallet: SolanaWallet
  /** The addresses that were last answered or reported. */
  shown: string
  /** The page is ending the connection: it is why the accounts go. */
  isLeaving: boolean
  /** It was asked to sign in while connecting and did not: it is asked for its accounts alone from now on. */
  isPlain: boolean
}

/** The accounts on a network, remembered as the last that were reported. */
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
