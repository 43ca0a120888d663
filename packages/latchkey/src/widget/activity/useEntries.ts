import { useMemo } from 'react'
import { addressOf, namespaceOf } from '../../contract/caip.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { ActivityState } from '../../engine/nouns/activity/activity.ts'
import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import { composeActivity, createReader } from '../../engine/nouns/activity/composeActivity.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useFacts } from '../shell/useFacts.ts'
import { useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'
import type { SentActivity } from './sentActivity.ts'

/**
 * The entries of an account, its hidden entries, the visitor's own addresses, and the data for transfers sent from this
 * widget.
 */
export function useEntries(state: ActivityState): {
  readonly entries: readonly ActivityEntry[]
  readonly own: readonly string[]
  readonly sent: SentActivity | undefined
  /** A transfer was sent from here, and its code is loading. */
  readonly awaitsSent: boolean
} {
  const read = oneOf(useWidget(), createReader)
  const connections = useEngineState(snapshot => snapshot.state.connections)
  const own = useMemo(
    () =>
      connections.flatMap(({ namespaces }) =>
        Object.values(namespaces).flatMap(
          part => part?.accounts.map(({ caip10 }) => addressOf(caip10)) ?? [],
        ),
      ),
    [connections],
  )
  const { account, transactions, sends, next, at } = state
  const facts = useFacts(account && namespaceOf(account))
  const { part } = useLater(sends.length > 0, loadSent)
  // Without its chunk the chain's word is all there is.
  const sent = typeof part === 'object' ? part : undefined
  const settle = sent?.settle
  const entries = useMemo(() => {
    if (!account) return []
    const complete = next === null && at !== 'loading' && at !== 'idle'
    return composeActivity({ account, facts, transactions, sends, settle, known: own, complete }, read)
  }, [read, account, facts, transactions, sends, settle, own, next, at])
  return { entries, own, sent, awaitsSent: sends.length > 0 && part === undefined }
}

const loadSent = () => import('./sentActivity.ts').then(module => module.sentActivity)
