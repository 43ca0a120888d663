import { useMemo } from 'react'
import type { SwapEntry } from '../../contract/journal.ts'
import { useJournal } from '../send/useJournal.ts'

/** The swaps that were begun from here, newest first, and what becomes of them while they are shown. */
export function useSwapEntries(): readonly SwapEntry[] {
  const entries = useJournal()
  return useMemo(() => entries.filter(entry => entry.kind === 'swap'), [entries])
}
