import { useState } from 'react'
import { oneOf } from '../../engine/base/oneOf.ts'
import { useWidget } from './useWidget.ts'

/** What a view remembers while it is not shown. */
export interface Kept<T> {
  value: T
}

/** State of a view that survives leaving it, for as long as the widget lives. `create` says what it is, and where it begins. */
export function useKept<T>(create: () => Kept<T>): readonly [T, (value: T) => void] {
  const kept = oneOf(useWidget(), create)
  const [value, setValue] = useState<T>(() => kept.value)
  return [
    value,
    next => {
      kept.value = next
      setValue(() => next)
    },
  ]
}
