import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useWidget } from '../shell/useWidget.ts'

/** Focus for the first field of what comes after the view's chunk, unless the visitor is elsewhere already. */
export function useFirstField(): RefObject<HTMLInputElement | null> {
  const { catchFocus, moveFocus } = useWidget()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    catchFocus()
    if (field.current) moveFocus(field.current)
  }, [catchFocus, moveFocus])
  return field
}
