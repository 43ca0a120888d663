import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Phone, PhoneState } from '../wallet/phoneState.ts'

/** The phone's state; draws again after each change. */
export function usePhone(phone: Phone): PhoneState {
  return useSyncExternalStore(phone.subscribe, () => phone.state)
}

/** Whole seconds until a moment, counting down; 0 once it has passed. */
export function useSecondsUntil(moment: number): number {
  const read = () => Math.max(0, Math.ceil((moment - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(read)
  useEffect(() => {
    // By the clock and not by counting: a phone that slept has lost time.
    const tick = () => setSeconds(Math.max(0, Math.ceil((moment - Date.now()) / 1_000)))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [moment])
  return seconds
}
