import type { ActivityEntry } from './activityEntry.ts'

export interface ActivityMonth {
  /** Unique among its neighbours: '2026-11', or 'undated'. */
  readonly key: string
  /** Absent for what has no time. */
  readonly month?: { readonly year: number /** 0 to 11. */; readonly month: number }
  readonly entries: readonly ActivityEntry[]
}

/** Entries by year then month of the visitor's own calendar, newest first (SPEC §9 "Transaction grouping"). */
export function groupByMonth(entries: readonly ActivityEntry[]): readonly ActivityMonth[] {
  const groups = new Map<string, { month: ActivityMonth['month']; order: number; entries: ActivityEntry[] }>()
  for (const entry of entries) {
    const date = entry.at === undefined ? undefined : new Date(entry.at)
    const month = date && { year: date.getFullYear(), month: date.getMonth() }
    const key = month ? `${month.year}-${String(month.month + 1).padStart(2, '0')}` : 'undated'
    const order = month ? month.year * 12 + month.month : Number.NEGATIVE_INFINITY
    const group = groups.get(key) ?? { month, order, entries: [] }
    group.entries.push(entry)
    groups.set(key, group)
  }
  return [...groups]
    .sort(([, one], [, other]) => (one.order === other.order ? 0 : other.order - one.order))
    .map(([key, { month, entries: all }]) => ({
      key,
      ...(month && { month }),
      entries: [...all].sort((one, other) => (other.at ?? 0) - (one.at ?? 0)),
    }))
}
