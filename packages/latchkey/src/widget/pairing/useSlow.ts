import { useLayoutEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useWidget } from '../shell/useWidget.ts'

/** Whether something has been going on for a time in milliseconds, by default 10 s (LOOK, Words). */
export function useSlow(isWaiting: boolean, after: number = limits.walletSlow): boolean {
  const { clock } = useWidget().engine.ctx
  const [slow, setSlow] = useState(false)
  // Before the picture is there, so that time does not begin later than what it is about.
  useLayoutEffect(() => {
    if (!isWaiting) return
    const cancel = clock.setTimeout(() => setSlow(true), after)
    return () => {
      cancel()
      setSlow(false)
    }
  }, [clock, isWaiting, after])
  return slow && isWaiting
}
