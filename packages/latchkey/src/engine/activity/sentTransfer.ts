/** What activity needs of the journal of the visitor's own transfers (`engine.sends()`), which it does not know itself. */
import type { CaipAddress, CaipNetworkId } from '../../contract/caip.ts'
import type { TransferReceipt } from '../../contract/send.ts'
import type { Machine } from '../base/machine.ts'
import type { ActivityEntry, ActivityReplacement, TransactionReading } from './activityEntry.ts'

/** One transfer that was sent from here, or may have been. */
export interface SentTransfer {
  /** Of the draft. */
  readonly id: string
  readonly from: CaipAddress
  readonly caipNetworkId: CaipNetworkId
  readonly to: string
  readonly asset: { readonly address?: string; readonly symbol: string; readonly decimals: number }
  /** Whole units, exact. */
  readonly amount: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The place it was to take in the account's order (a nonce). */
  readonly place?: string
  readonly hash?: string
  readonly status:
    | 'asked'
    | 'unknown'
    | 'pending'
    | 'confirmed'
    | 'failed'
    | 'replaced'
    | 'dropped'
    | 'rejected'
  readonly receipt?: TransferReceipt
}

export interface SentJournal {
  /** Newest first, of any account. */
  readonly machine: Pick<Machine<readonly SentTransfer[], never>, 'getState' | 'subscribe'>
  /** Asks the chain what became of those that are not settled, while somebody looks. Answers the stop. */
  watch(): () => void
}

/**
 * What became of transfers of one account by its history, which is `complete` once it reaches back to the beginning: those
 * to be shown beside it, and why transactions in it, by their ids, took the place of others.
 */
export type SettleSends = (
  readings: readonly TransactionReading[],
  sends: readonly SentTransfer[],
  complete: boolean,
) => {
  readonly ours: readonly ActivityEntry[]
  readonly replaces: ReadonlyMap<string, ActivityReplacement>
}
