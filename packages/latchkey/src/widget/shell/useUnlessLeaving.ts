import { useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { LeavingContext } from './LeavingContext.tsx'

/** What a store says, or in a view that is not on show, what it was last drawn with: nothing is read for it. */
export function useUnlessLeaving<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const leaving = useContext(LeavingContext)
  const last = useRef<{ readonly value: T }>(null)
  const value = useSyncExternalStore(subscribe, () =>
    leaving.current && last.current ? last.current.value : read(),
  )
  useLayoutEffect(() => {
    last.current = { value }
  }, [value])
  return value
}
