import type { JournalEntry } from '../../../contract/journal.ts'

/** Whether nothing more will become of an entry. */
export function isSettled(entry: JournalEntry): boolean {
  if (entry.kind === 'order') {
    const { state, grew } = entry
    if (grew !== undefined) return true
    return state === 'confirmed' || state === 'failed' || state === 'refunded' || state === 'expired'
  }
  const { status } = entry
  return status !== 'asked' && status !== 'unknown' && status !== 'pending'
}
