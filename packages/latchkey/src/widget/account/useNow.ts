import { useEffect, useState } from 'react'
import { useWidget } from '../shell/useWidget.ts'

/** The time, in milliseconds since the epoch, anew each second, or each `every` milliseconds, while somebody wants to see it pass. */
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
