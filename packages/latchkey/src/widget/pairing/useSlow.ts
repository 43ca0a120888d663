import { useLayoutEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { useWidget } from '../shell/useWidget.ts'

/** Whether something has been going on for 10 s (LOOK, Words). */
export function useSlow(isWaiting: boolean): boolean {
  const { clock } = useWidget().engine.ctx
  const [slow, setSlow] = useState(false)
  // Before the picture is there, so that time does not begin later than what it is about.
  useLayoutEffect(() => {
    if (!isWaiting) return
    const cancel = clock.setTimeout(() => setSlow(true), limits.walletSlow)
    return () => {
      cancel()
      setSlow(false)
    }
  }, [clock, isWaiting])
  return slow && isWaiting
}
