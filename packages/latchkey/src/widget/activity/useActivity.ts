import { useEffect } from 'react'
import type { Activity } from '../../engine/nouns/activity/activity.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { type Later, useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'

/** The account's activity, watched while the widget is open with whoever calls this in sight. */
export function useActivity(): Later<Activity> {
  const { engine } = useWidget()
  const open = useEngineState(snapshot => snapshot.modal.open)
  const later = useLater(true, engine.activity)
  const { part } = later
  useEffect(() => (open && typeof part === 'object' ? part.watch() : undefined), [open, part])
  return later
}
