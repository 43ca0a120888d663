/** What the active account did on its network (SPEC §2 Account, §4 "Transactions"). */
import type { CaipAddress } from '../../../contract/caip.ts'
import type { Transaction } from '../../../contract/history.ts'
import type { JournalEntry } from '../../../contract/journal.ts'
import type { Readable } from '../../base/deriveMachine.ts'

export interface ActivityState {
  /** The account of the activity; undefined without a connection. */
  readonly account: CaipAddress | undefined
  /** Of the list as a whole; `unserved` where no service answers for the network: it is empty. */
  readonly at: 'idle' | 'loading' | 'ready' | 'failed' | 'unserved'
  /** A further page is on its way. */
  readonly isMore: boolean
  /** Newest first, each once. */
  readonly transactions: readonly Transaction[]
  /** Where the next page begins; null at the end. */
  readonly next: string | null
  /** When the first page was read, in milliseconds since the epoch. */
  readonly readAt?: number
  /** What was set going from here, of any account, newest first. */
  readonly sends: readonly JournalEntry[]
}

/** Reached by `engine.activity()`, in a chunk of its own. */
export interface Activity {
  readonly machine: Readable<ActivityState>
  /**
   * Reads the first page, at most once in 15 s unless forced (SPEC §9); networks that the services do not answer for are
   * empty without a request. A failure is in the state, not thrown.
   * @throws LatchkeyError TRANSACTIONS_NEED_ACCOUNT while no account is connected.
   */
  refresh(options?: { readonly force?: boolean }): Promise<void>
  /** Reads the next page, if there is one and it is not being read. */
  more(): Promise<void>
  /** Keeps the activity fresh while it is watched; pauses in hidden pages. Returns the stop. */
  watch(): () => void
}
