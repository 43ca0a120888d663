import { type JournalEntry, parseEntry } from '../../../contract/journal.ts'
import type { StoredKey } from '../../base/stored.ts'
import { isSettled } from './isSettled.ts'

/** As many as a person may want to see again. */
export const mostEntries = 50
const week = 604_800_000
/** An entry that was never sent is stored for as long as it takes to say so. */
const rejectedLife = 60_000

/** Version 1 held transfers only, without `kind`, and called the nonce `place`. */
export const journalKey: StoredKey<readonly JournalEntry[]> = {
  name: 'sends',
  version: 2,
  lifetime: 4 * week,
  parse: parseJournal,
  migrations: [toVersion2],
}

/** Newest first, at most 50, and none older than four weeks: entries that are settled go before those that are not. */
export function pruneJournal(entries: readonly JournalEntry[], now: number): readonly JournalEntry[] {
  const kept = entries
    .filter(entry => now - entry.at < (isRejected(entry) ? rejectedLife : 4 * week))
    .sort((a, b) => b.at - a.at)
  if (kept.length <= mostEntries) return kept
  const open = kept.filter(entry => !isSettled(entry)).slice(0, mostEntries)
  const room = mostEntries - open.length
  const done = kept.filter(isSettled).slice(0, room)
  return kept.filter(entry => open.includes(entry) || done.includes(entry))
}

function isRejected(entry: JournalEntry): boolean {
  return entry.kind !== 'order' && entry.status === 'rejected'
}

function parseJournal(data: unknown): readonly JournalEntry[] | undefined {
  if (!Array.isArray(data)) return undefined
  return data.slice(0, mostEntries).flatMap(item => parseEntry(item) ?? [])
}

function toVersion2(data: unknown): unknown {
  if (!Array.isArray(data)) return data
  return data.map((item: unknown) => {
    if (typeof item !== 'object' || item === null) return item
    const { place, ...rest } = item as { readonly place?: unknown }
    return { ...rest, ...(place !== undefined && { nonce: place }), kind: 'transfer' }
  })
}
