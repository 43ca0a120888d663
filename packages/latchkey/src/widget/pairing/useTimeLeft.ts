import { useEffect, useState } from 'react'
import type { QrCode } from '../../ui/qr/QrCode.tsx'
import { useWidget } from '../shell/useWidget.ts'

interface Life {
  /** Milliseconds since the epoch. */
  readonly madeAt: number
  readonly expiresAt: number
}

/** What is left of a code's time, each second; undefined without one. It counts as gone `early` ms before. */
export function useTimeLeft(code: Life | undefined, early = 0): QrCode.TimeLeft | undefined {
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
  const left = Math.min(end - code.madeAt, Math.max(0, end - now))
  const seconds = Math.ceil(left / 1_000)
  return {
    part: left / (end - code.madeAt),
    text: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
  }
}
