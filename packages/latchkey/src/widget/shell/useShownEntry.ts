import { useEffect, useState, useSyncExternalStore } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Entry } from './modalTransition.ts'
import { useEngineState } from './useEngineState.ts'
import { useWidget } from './useWidget.ts'

/**
 * `ahead` before the visitor goes to it, `out` while it stays because its successor is not ready yet, `in` once it came by
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
 * The view on show. One whose chunk is here is drawn at once, under the old one that takes 150 ms to fade. Another comes with
 * its chunk, or as a skeleton after 400 ms; one that is drawn `afterPress` a moment later. Until then the old view stays, so that
 * the card is never empty. At once, too, when the widget opens (SPEC §9).
 */
export function useShownEntry(): ShownEntry {
  const { engine, views } = useWidget()
  const { clock } = engine.ctx
  const entry = useEngineState(snapshot => snapshot.modal.entry)
  const open = useEngineState(snapshot => snapshot.modal.open)
  const [shown, setShown] = useState<Shown>({ entry, open, phase: 'still', before: undefined })
  const isHere = useSyncExternalStore(views.subscribe, () => views.state(entry.view).at !== 'loading')
  const isLate = views.definition(entry.view)?.afterPress === true

  let now = shown
  if (open !== shown.open)
    now = { entry: open ? entry : shown.entry, open, phase: 'still', before: undefined }
  else if (entry.key === shown.entry.key) {
    if (shown.phase === 'out') now = { entry, open, phase: 'still', before: undefined }
    // Amended, it is drawn as before under another title.
    else if (entry !== shown.entry) now = { ...shown, entry }
  } else if (open && isHere && !isLate) now = { entry, open, phase: 'in', before: shown.entry }
  else if (open && shown.phase !== 'out') now = { ...shown, phase: 'out', before: undefined }
  if (now !== shown) setShown(now)

  const leaving = entry.key !== now.entry.key
  useEffect(() => {
    if (!leaving) return
    const show = () =>
      setShown(last => ({
        entry,
        open,
        phase: open ? 'in' : 'still',
        before: open ? last.entry : undefined,
      }))
    // While closed the card still fades; what it shows next is prepared once that is over.
    if (!open) return clock.setTimeout(show, 2 * limits.viewOut)
    return clock.setTimeout(show, isHere ? limits.viewPressed : limits.viewHeld)
  }, [leaving, entry, open, isHere, clock])
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
