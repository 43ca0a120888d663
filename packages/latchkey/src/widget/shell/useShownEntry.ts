import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Entry } from './modalTransition.ts'
import { useEngineState } from './useEngineState.ts'
import { useWidget } from './useWidget.ts'

/** `out` while it leaves, `in` once it came by a change of view, `still` when the widget opened on it. */
export type Phase = 'still' | 'out' | 'in'

interface Shown {
  readonly entry: Entry
  readonly open: boolean
  readonly phase: Phase
}

export interface ShownEntry {
  readonly entry: Entry
  readonly phase: Phase
  /** Another one is about to take its place. */
  readonly leaving: boolean
}

/** The view on show: behind the state by 150 ms while the old one leaves; at once when the widget opens (SPEC §9). */
export function useShownEntry(): ShownEntry {
  const { engine } = useWidget()
  const { clock } = engine.ctx
  const entry = useEngineState(snapshot => snapshot.modal.entry)
  const open = useEngineState(snapshot => snapshot.modal.open)
  const [shown, setShown] = useState<Shown>({ entry, open, phase: 'still' })

  let now = shown
  if (open !== shown.open) now = { entry: open ? entry : shown.entry, open, phase: 'still' }
  else if (entry.key === shown.entry.key)
    now = shown.phase === 'out' ? { entry, open, phase: 'still' } : shown
  else if (open && shown.phase !== 'out') now = { ...shown, phase: 'out' }
  if (now !== shown) setShown(now)

  const leaving = entry.key !== now.entry.key
  useEffect(() => {
    if (!leaving) return
    // While closed the card still fades; what it shows next is prepared once that is over.
    const delay = open ? limits.viewOut : 2 * limits.viewOut
    return clock.setTimeout(() => setShown({ entry, open, phase: open ? 'in' : 'still' }), delay)
  }, [leaving, entry, open, clock])
  return { entry: now.entry, phase: now.phase, leaving }
}
