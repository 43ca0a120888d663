/** The lines of the list: months, what happened in them, and what stands at the end. Pure. */
import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import { type ActivityMonth, groupByMonth } from '../../engine/nouns/activity/groupByMonth.ts'

export type ActivityItem =
  | { readonly is: 'month'; readonly key: string; readonly month: ActivityMonth['month'] }
  | { readonly is: 'entry'; readonly key: string; readonly entry: ActivityEntry }
  /** A placeholder for an entry that is loading. */
  | { readonly is: 'coming'; readonly key: string }
  | { readonly is: 'further'; readonly key: string }

/** Pages of nothing to be shown are read by themselves up to here; then a person has to want it. */
const barren = 100

export interface ActivityLines {
  readonly items: readonly ActivityItem[]
  /** Entries that are shown. */
  readonly shown: number
  readonly hidden: number
  /** The hidden entries as lines of their own, for after the end; empty unless asked for. */
  readonly aside: readonly ActivityItem[]
  /** More can be read, and should be once the end is in sight. */
  readonly reads: boolean
}

/**
 * Lists the lines of the tab. `more`: the history has another page; `withHidden`: suspicious entries are
 * shown as well, after all others.
 */
export function activityItems(
  entries: readonly ActivityEntry[],
  { more, withHidden }: { readonly more: boolean; readonly withHidden: boolean },
): ActivityLines {
  const visible = entries.filter(entry => !entry.hidden)
  const kept = entries.filter(entry => entry.hidden)
  const last = visible.at(-1)
  const tail = last ? entries.length - 1 - entries.lastIndexOf(last) : entries.length
  const reads = more && tail < barren
  const items = linesOf(visible)
  const end: readonly ActivityItem[] = reads
    ? [0, 1, 2].map(at => ({ is: 'coming', key: `coming ${at}` }))
    : more
      ? [{ is: 'further', key: 'further' }]
      : []
  return {
    items: [...items, ...end],
    shown: withHidden ? entries.length : visible.length,
    hidden: kept.length,
    aside: withHidden ? linesOf(kept) : [],
    reads,
  }
}

function linesOf(entries: readonly ActivityEntry[]): readonly ActivityItem[] {
  return groupByMonth(entries).flatMap<ActivityItem>(({ key, month, entries: all }) => [
    { is: 'month', key: `month ${key}`, month },
    ...all.map(entry => ({ is: 'entry' as const, key: entry.id, entry })),
  ])
}
