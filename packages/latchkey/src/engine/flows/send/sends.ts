/** What this visitor sent from here, or may have: the journal that keeps one transfer from being sent twice (T73, F15, F19). */
import type { CaipAddress } from '../../../contract/caip.ts'
import type { SentTransfer } from '../../../contract/send.ts'
import type { Machine } from '../../base/machine.ts'

/** What is kept is all there is from now on. */
export interface SendsEvent {
  readonly type: 'read'
  readonly transfers: readonly SentTransfer[]
}

/** Reached by `engine.sends()`, in a chunk of its own; the same in all tabs of the page's origin. */
export interface Sends<Event = SendsEvent> {
  /** Newest first, at most 50. */
  readonly machine: Pick<Machine<readonly SentTransfer[], Event>, 'getState' | 'subscribe'>
  /** Asks the chain what became of those that are not settled, and keeps asking while somebody looks. Answers the stop. */
  watch(): () => void
  /** Reads what other tabs have written. */
  refresh(): Promise<readonly SentTransfer[]>
  /**
   * Writes one transfer anew from what is kept of it, one tab at a time; undefined leaves it as it is. Answers what is kept then.
   */
  change(
    id: string,
    next: (known: SentTransfer | undefined) => SentTransfer | undefined,
  ): Promise<SentTransfer | undefined>
  /** Asks the chain about one of them, once. `asking`: its lock is the caller's own. Never throws. */
  settle(id: string, options?: { readonly asking?: boolean }): Promise<Settled>
  /** Runs under an id once at a time: whoever comes while it runs gets the same promise. */
  once<T>(id: string, run: () => Promise<T>): Promise<T>
  /**
   * Runs alone among all tabs for an account.
   * @throws LatchkeyError SEND_BUSY.
   */
  alone<T>(account: CaipAddress, run: () => Promise<T>): Promise<T>
}

/** What was found out: what is kept now, and whether the place of one without a hash is known to be free. */
export interface Settled {
  readonly sent: SentTransfer | undefined
  readonly free: boolean
}

/** Nothing more will become of these. */
export function isSettled({ status }: Pick<SentTransfer, 'status'>): boolean {
  return status !== 'asked' && status !== 'unknown' && status !== 'pending'
}
