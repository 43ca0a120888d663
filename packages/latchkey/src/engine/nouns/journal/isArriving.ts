import type { JournalEntry } from '../../../contract/journal.ts'

const ends: readonly unknown[] = ['done', 'partial', 'refunded', 'failed']

/** The services know of a swap for so long: a week after its quote. */
const life = 7 * 86_400_000

/** Whether a swap is confirmed where it was paid, and what becomes of it on another network is not known yet. */
export function isArriving(entry: JournalEntry, now: number): boolean {
  if (entry.kind !== 'swap' || entry.toNetworkId === undefined || now - entry.at > life) return false
  const { status, receipt, arrival } = entry
  const isRepriced = receipt?.status === 'replaced' && receipt.reason === 'repriced'
  const isPaid = status === 'confirmed' || (isRepriced && receipt.outcome === 'confirmed')
  return isPaid && !ends.includes(arrival?.state)
}
