import { useEffect, useState } from 'react'
import { useWidget } from '../shell/useWidget.ts'

interface Life {
  /** Milliseconds since the epoch. */
  readonly madeAt: number
  readonly expiresAt: number
}

/** Part of a code's time that is left, from 1 to 0, each second; undefined without one. It counts as gone `early` ms before. */
export function useTimeLeft(code: Life | undefined, early = 0): number | undefined {
  const { clock } = useWidget().engine.ctx
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    if (!code) return
    let cancel = () => {}
    const tick = () => {
      setNow(clock.now())
      cancel = clock.setTimeout(tick, 1_000)
    }
    tick()
    return () => cancel()
  }, [clock, code])
  if (!code) return undefined
  const end = code.expiresAt - early
  return Math.min(1, Math.max(0, (end - now) / (end - code.madeAt)))
}
