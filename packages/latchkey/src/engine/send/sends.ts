/** What this visitor sent from here, or may have: the journal that keeps one transfer from being sent twice (T73, F15, F19). */
import type { CaipAddress, CaipNetworkId } from '../../contract/caip.ts'
import type { TransferReceipt } from '../../contract/send.ts'
import type { Machine } from '../base/machine.ts'

/** One transfer of ours, as it is kept in the page's storage: JSON-safe. */
export interface SentTransfer {
  /** Of the draft: pressing twice, or in two tabs, makes one. */
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
  /** Of a batch (EIP-5792). */
  readonly batchId?: string
  readonly status: /** The wallet has it and did not answer yet. */
    | 'asked'
    /** The answer did not come: it may have been sent. */
    | 'unknown'
    /** On its way, by the wallet's word. */
    | 'pending'
    | 'confirmed'
    | 'failed'
    | 'replaced'
    /** Another transaction took its place, or it was forgotten by every node. */
    | 'dropped'
    /** Refused, or never sent: kept no longer than it takes to say so. */
    | 'rejected'
  readonly receipt?: TransferReceipt
}

/** Reached by `engine.sends()`, in a chunk of its own; the same in all tabs of the page's origin. */
export interface Sends<Event = unknown> {
  /** Newest first, at most 50. */
  readonly machine: Pick<Machine<readonly SentTransfer[], Event>, 'getState' | 'subscribe'>
  /** Asks the chain what became of those that are not settled, and keeps asking while somebody looks. Answers the stop. */
  watch(): () => void
}
