import type { ActivityEntry } from './activityEntry.ts'

export interface ActivityMonth {
  /** Unique among its neighbours: '2026-11', or 'undated'. */
  readonly key: string
  /** Absent for what has no time. */
  readonly month?: { readonly year: number /** 0 to 11. */; readonly month: number }
  readonly entries: readonly ActivityEntry[]
}

/** Entries, newest first, by year then month of the visitor's own calendar (SPEC §9 "Transaction grouping"). */
export function groupByMonth(entries: readonly ActivityEntry[]): readonly ActivityMonth[] {
  const groups = new Map<string, ActivityMonth & { readonly entries: ActivityEntry[] }>()
  for (const entry of entries) {
    const date = entry.at === undefined ? undefined : new Date(entry.at)
    const month = date && { year: date.getFullYear(), month: date.getMonth() }
    const key = month ? `${month.year}-${String(month.month + 1).padStart(2, '0')}` : 'undated'
    const group = groups.get(key)
    if (group) group.entries.push(entry)
    else groups.set(key, { key, ...(month && { month }), entries: [entry] })
  }
  return [...groups.values()]
}
