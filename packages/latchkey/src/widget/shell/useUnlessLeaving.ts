import { useContext, useLayoutEffect, useRef } from 'react'
import { LeavingContext } from './LeavingContext.tsx'

/** The value, or in a view that is leaving, the last one it was drawn with. */
export function useUnlessLeaving<T>(value: T): T {
  const leaving = useContext(LeavingContext)
  const last = useRef(value)
  useLayoutEffect(() => {
    if (!leaving) last.current = value
  }, [leaving, value])
  return leaving ? last.current : value
}
