/** What the active account did on its network (SPEC §2 Account, §4 "Transactions"). */
import type { Machine } from '../../base/machine.ts'
import type { ActivityEvent, ActivityState } from './activityTransition.ts'

/** Reached by `engine.activity()`, in a chunk of its own. */
export interface Activity {
  readonly machine: Pick<Machine<ActivityState, ActivityEvent>, 'getState' | 'subscribe'>
  /**
   * Reads the first page, at most once in 15 s unless forced (SPEC §9); networks that the services do not answer for are
   * empty without a request. A failure is in the state, not thrown.
   * @throws LatchkeyError TRANSACTIONS_NEED_ACCOUNT while nobody is connected.
   */
  refresh(options?: { readonly force?: boolean }): Promise<void>
  /** Reads the next page, if there is one and nobody waits for it. */
  more(): Promise<void>
  /** Keeps it fresh while somebody looks; rests in hidden pages. Answers the stop. */
  watch(): () => void
}
