import { useMemo } from 'react'
import type { TransferEntry } from '../../contract/journal.ts'
import { useJournal } from './useJournal.ts'

/** The transfers that were sent from here, newest first, and what becomes of them while they are shown. */
export function useSends(): readonly TransferEntry[] {
  const entries = useJournal()
  return useMemo(() => entries.filter(entry => entry.kind === 'transfer'), [entries])
}
