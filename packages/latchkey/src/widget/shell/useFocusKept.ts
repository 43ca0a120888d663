import { useLayoutEffect, useRef } from 'react'
import { useWidget } from './useWidget.ts'

/** Gives focus back to the view's heading when the control that had it went away with a change of state. */
export function useFocusKept(state: unknown): void {
  const widget = useWidget()
  const before = useRef(state)
  useLayoutEffect(() => {
    if (before.current === state) return
    before.current = state
    widget.catchFocus()
  }, [state, widget])
}
