/** What this visitor set going from here, or may have: the journal that keeps one thing from being sent twice (T73, F15, F19). */
import type { CaipAddress } from '../../../contract/caip.ts'
import type { JournalEntry } from '../../../contract/journal.ts'
import type { Machine } from '../../base/machine.ts'

/** The stored entries replace all entries in memory. */
export interface JournalEvent {
  readonly type: 'read'
  readonly entries: readonly JournalEntry[]
}

/** Reached by `engine.journal()`, in a chunk of its own; the same in all tabs of the page's origin. */
export interface Journal {
  /** Newest first, at most 50. */
  readonly machine: Pick<Machine<readonly JournalEntry[], JournalEvent>, 'getState' | 'subscribe'>
  /** Reads the outcomes of open entries from the chain, and polls while it is watched. Returns the stop. */
  watch(): () => void
  /** Reads what other tabs have written. */
  refresh(): Promise<readonly JournalEntry[]>
  /**
   * Writes one entry anew from what is stored of it, one tab at a time; undefined leaves it as it is. Answers what is stored then.
   */
  change(
    id: string,
    next: (known: JournalEntry | undefined) => JournalEntry | undefined,
  ): Promise<JournalEntry | undefined>
  /** Asks the chain about one entry, once. `asking`: its lock is the caller's own. Never throws. */
  settle(id: string, options?: { readonly asking?: boolean }): Promise<Settled>
  /** Runs under an id once at a time: a caller that comes while it runs gets the same promise. */
  once<T>(id: string, run: () => Promise<T>): Promise<T>
  /**
   * Runs alone among all tabs for an account: by default while its wallet is asked, else for as long as `what` takes; a payment, whichever the account.
   * @throws LatchkeyError SEND_BUSY.
   */
  alone<T>(account: CaipAddress, run: () => Promise<T>, what?: 'swap' | 'pay'): Promise<T>
}

/** What was found out: what is stored now, and whether the nonce of an entry without a hash is known to be free. */
export interface Settled {
  readonly entry: JournalEntry | undefined
  readonly free: boolean
}
