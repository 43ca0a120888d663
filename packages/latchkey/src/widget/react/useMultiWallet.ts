import { useEffect } from 'react'
import type { Latchkey } from '../handle/latchkey.ts'

/** Says to the developer when `multiWallet` is off, as the subscription does (SPEC §6). */
export function useMultiWallet(latchkey: Latchkey): void {
  useEffect(() => {
    const subscribed = latchkey.subscribeConnections(() => undefined)
    // The alert has reported it.
    subscribed.catch(() => undefined)
    return () => void subscribed.then(stop => stop()).catch(() => undefined)
  }, [latchkey])
}
