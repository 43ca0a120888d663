/** What activity needs of the journal of the visitor's own transfers (`engine.sends()`), which it does not know itself. */
import type { SentTransfer } from '../../../contract/send.ts'
import type { Machine } from '../../base/machine.ts'
import type { ActivityEntry, TransactionReading } from './activityEntry.ts'

export interface SentJournal {
  /** Newest first, of any account. */
  readonly machine: Pick<Machine<readonly SentTransfer[], never>, 'getState' | 'subscribe'>
  /** Asks the chain what became of those that are not settled, while somebody looks. Answers the stop. */
  watch(): () => void
}

/** Puts what became of transfers of one account into its history. */
export type SettleSends = (settled: {
  readonly entries: readonly ActivityEntry[]
  /** What the entries were read from. */
  readonly readings: readonly TransactionReading[]
  readonly sends: readonly SentTransfer[]
  /** The history reaches back to the beginning. */
  readonly complete: boolean
}) => readonly ActivityEntry[]
