import { useState } from 'react'
import { useWidget } from './useWidget.ts'

/** State of a view that survives leaving it, for as long as the widget lives. */
export function useKept<T>(name: string, initial: T): readonly [T, (value: T) => void] {
  const { kept } = useWidget()
  const [value, setValue] = useState<T>(() => (kept.has(name) ? (kept.get(name) as T) : initial))
  return [
    value,
    next => {
      kept.set(name, next)
      setValue(next)
    },
  ]
}
