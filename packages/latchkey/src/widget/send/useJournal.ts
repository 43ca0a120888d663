import { useContext, useEffect, useState } from 'react'
import type { JournalEntry } from '../../contract/journal.ts'
import type { Journal } from '../../engine/nouns/journal/journal.ts'
import { LeavingContext } from '../shell/LeavingContext.tsx'
import { useWidget } from '../shell/useWidget.ts'

const none: readonly JournalEntry[] = []

/** What was set going from here, newest first, and what becomes of it while it is shown; nothing until the journal is here. */
export function useJournal(): readonly JournalEntry[] {
  const { engine } = useWidget()
  const leaving = useContext(LeavingContext)
  const [entries, setEntries] = useState(none)
  useEffect(() => {
    // Drawn ahead, a view loads nothing (decision 032).
    if (leaving.current) return
    let stop = () => {}
    let isShown = true
    const follow = ({ machine, watch }: Journal) => {
      if (!isShown) return
      setEntries(machine.getState())
      const stops = [machine.subscribe(setEntries), watch()]
      stop = () => {
        for (const each of stops) each()
      }
    }
    // Without its chunk there is nothing to show of it.
    engine.journal().then(follow, () => undefined)
    return () => {
      isShown = false
      stop()
    }
  }, [engine, leaving])
  return entries
}
