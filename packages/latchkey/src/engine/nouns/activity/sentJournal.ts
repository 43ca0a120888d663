import type { JournalEntry } from '../../../contract/journal.ts'
import type { Journal } from '../journal/journal.ts'
import type { ActivityEntry, TransactionReading } from './activityEntry.ts'
import type { IdFacts } from './idFacts.ts'

/** What activity needs of the journal of what the visitor set going. */
export type SentJournal = Pick<Journal, 'machine' | 'watch'>

/** Puts what became of one account's journal entries into its history. */
export type SettleSends = (settled: {
  readonly entries: readonly ActivityEntry[]
  /** What the entries were read from. */
  readonly readings: readonly TransactionReading[]
  readonly sends: readonly JournalEntry[]
  /** Of the account's namespace. */
  readonly facts: IdFacts
  /** The history reaches back to the beginning. */
  readonly complete: boolean
}) => readonly ActivityEntry[]
