import { useEffect, useState } from 'react'
import { useWidget } from '../shell/useWidget.ts'

/** Returns the time in milliseconds since the epoch and updates it every `every` milliseconds (default 1,000). */
export function useNow(every = 1_000): number {
  const { clock } = useWidget().engine.ctx
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    let cancel = () => {}
    const tick = () => {
      cancel = clock.setTimeout(() => {
        setNow(clock.now())
        tick()
      }, every)
    }
    tick()
    return () => cancel()
  }, [clock, every])
  return now
}
