import { useEffect, useState } from 'react'
import { useWidget } from '../shell/useWidget.ts'

/** The time, in milliseconds since the epoch, anew each second while somebody wants to see it pass. */
export function useNow(): number {
  const { clock } = useWidget().engine.ctx
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    let cancel = () => {}
    const tick = () => {
      cancel = clock.setTimeout(() => {
        setNow(clock.now())
        tick()
      }, 1_000)
    }
    tick()
    return () => cancel()
  }, [clock])
  return now
}
