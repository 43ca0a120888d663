import { useEffect, useMemo, useRef } from 'react'
import type { ActivityEntry } from '../../engine/activity/activityEntry.ts'
import type { ActivityState } from '../../engine/activity/activityTransition.ts'
import { composeActivity, createReader, type ReadTransaction } from '../../engine/activity/composeActivity.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'

/** What there is to show of an account, the hidden entries among it, and the addresses that are the visitor's own. */
export function useEntries(state: ActivityState): {
  readonly entries: readonly ActivityEntry[]
  readonly own: readonly string[]
} {
  const { kept } = useWidget()
  const connections = useEngineState(snapshot => snapshot.state.connections)
  const own = useMemo(
    () =>
      connections.flatMap(({ namespaces }) =>
        Object.values(namespaces).flatMap(
          part => part?.accounts.map(({ caip10 }) => caip10.split(':')[2] ?? '') ?? [],
        ),
      ),
    [connections],
  )
  const { account, transactions, sends, next, at } = state
  const entries = useMemo(() => {
    if (!account) return []
    const read = (kept.get('activityReader') as ReadTransaction | undefined) ?? createReader()
    kept.set('activityReader', read)
    const complete = next === null && at !== 'loading' && at !== 'idle'
    return composeActivity({ account, transactions, sends, known: own, complete }, read)
  }, [kept, account, transactions, sends, own, next, at])
  return { entries, own }
}

/** Says each entry that was on its way and has just been confirmed, or has failed. */
export function useOutcomes(entries: readonly ActivityEntry[], say: (entry: ActivityEntry) => void): void {
  const waiting = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    for (const entry of entries) {
      const isSettled = entry.status !== 'pending' && entry.status !== 'unknown' && entry.status !== 'asked'
      if (isSettled && waiting.current.has(entry.id)) say(entry)
    }
    waiting.current = new Set(entries.flatMap(({ id, status }) => (status === 'pending' ? id : [])))
  }, [entries, say])
}
