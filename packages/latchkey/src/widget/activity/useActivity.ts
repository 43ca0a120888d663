import { useEffect, useState } from 'react'
import type { Activity } from '../../engine/activity/activity.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'

export type LoadedActivity = Activity | 'loading' | 'failed'

/** The account's activity, watched while the widget is open with whoever calls this in sight. */
export function useActivity(): { readonly activity: LoadedActivity; readonly retry: () => void } {
  const { engine, kept } = useWidget()
  const open = useEngineState(snapshot => snapshot.modal.open)
  const [activity, setActivity] = useState<LoadedActivity>(
    () => (kept.get('activity') as Activity | undefined) ?? 'loading',
  )
  useEffect(() => {
    if (activity !== 'loading') return
    let isHere = true
    engine.activity().then(
      made => {
        // Coming back, the list is there with the first picture.
        kept.set('activity', made)
        if (isHere) setActivity(made)
      },
      () => isHere && setActivity('failed'),
    )
    return () => {
      isHere = false
    }
  }, [engine, kept, activity])
  useEffect(() => (open && typeof activity === 'object' ? activity.watch() : undefined), [open, activity])
  return { activity, retry: () => setActivity('loading') }
}
