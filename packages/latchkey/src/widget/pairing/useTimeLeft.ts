import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { PairLink } from '../../engine/pair/pairTransition.ts'
import { useWidget } from '../shell/useWidget.ts'

/** Part of a URI's time that is left, from 1 to 0, each second; undefined without one. */
export function useTimeLeft(link: PairLink | undefined): number | undefined {
  const { clock } = useWidget().engine.ctx
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    if (!link) return
    let cancel = () => {}
    const tick = () => {
      setNow(clock.now())
      cancel = clock.setTimeout(tick, 1_000)
    }
    tick()
    return () => cancel()
  }, [clock, link])
  if (!link) return undefined
  const end = link.expiresAt - limits.pairingExpiredUnder
  return Math.min(1, Math.max(0, (end - now) / (end - link.madeAt)))
}
