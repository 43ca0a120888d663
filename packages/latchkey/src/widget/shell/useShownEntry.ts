import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Entry } from './modalTransition.ts'
import { useEngineState } from './useEngineState.ts'
import { useWidget } from './useWidget.ts'

/**
 * `ahead` before the visitor goes to it, `out` while it leaves and its successor is not there yet, `in` once it came by
 * a change of view, `still` when the widget opened on it.
 */
export type Phase = 'still' | 'out' | 'in' | 'ahead'

interface Shown {
  readonly entry: Entry
  readonly open: boolean
  readonly phase: Phase
  /** The one before, which fades beneath its cover. */
  readonly before: Entry | undefined
}

export interface ShownEntry extends Pick<Shown, 'entry' | 'phase' | 'before'> {
  /** Another one is about to take its place. */
  readonly leaving: boolean
}

/**
 * The view on show. One whose chunk is here is drawn at once, over the old one that takes 150 ms to fade; another, or one
 * that is drawn `afterFade`, comes when that is over, so that most are here by then. At once, too, when the widget opens (SPEC §9).
 */
export function useShownEntry(): ShownEntry {
  const { engine, views } = useWidget()
  const { clock } = engine.ctx
  const entry = useEngineState(snapshot => snapshot.modal.entry)
  const open = useEngineState(snapshot => snapshot.modal.open)
  const [shown, setShown] = useState<Shown>({ entry, open, phase: 'still', before: undefined })

  let now = shown
  if (open !== shown.open)
    now = { entry: open ? entry : shown.entry, open, phase: 'still', before: undefined }
  else if (entry.key === shown.entry.key) {
    if (shown.phase === 'out') now = { entry, open, phase: 'still', before: undefined }
    // Amended, it is drawn as before under another title.
    else if (entry !== shown.entry) now = { ...shown, entry }
  } else if (open && views.state(entry.view).at !== 'loading' && !views.definition(entry.view)?.afterFade)
    now = { entry, open, phase: 'in', before: shown.entry }
  else if (open && shown.phase !== 'out') now = { ...shown, phase: 'out', before: undefined }
  if (now !== shown) setShown(now)

  const leaving = entry.key !== now.entry.key
  useEffect(() => {
    if (!leaving) return
    // While closed the card still fades; what it shows next is prepared once that is over.
    const delay = open ? limits.viewOut : 2 * limits.viewOut
    return clock.setTimeout(
      () => setShown({ entry, open, phase: open ? 'in' : 'still', before: undefined }),
      delay,
    )
  }, [leaving, entry, open, clock])
  const { before } = now
  useEffect(() => {
    if (!before) return
    return clock.setTimeout(
      () => setShown(last => (last.before === before ? { ...last, before: undefined } : last)),
      limits.viewOut,
    )
  }, [before, clock])
  return { entry: now.entry, phase: now.phase, before, leaving }
}
