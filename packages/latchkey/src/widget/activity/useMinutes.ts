import { useEffect, useState } from 'react'
import { useWidget } from '../shell/useWidget.ts'

/** The time, in milliseconds since the epoch, anew each minute. */
export function useMinutes(): number {
  const { clock } = useWidget().engine.ctx
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    let cancel = () => {}
    const tick = () => {
      cancel = clock.setTimeout(() => {
        setNow(clock.now())
        tick()
      }, 60_000)
    }
    tick()
    return () => cancel()
  }, [clock])
  return now
}
