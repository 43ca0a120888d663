import { useCallback, useSyncExternalStore } from 'react'
import type { LatchkeyState } from '../../contract/state.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'

/** What `selector` picks of the public state; rerenders only when that changed. Keep the selector pure. */
export function useLatchkeyState<T>(selector: (state: LatchkeyState) => T, options?: HookOptions): T {
  const latchkey = useLatchkey(options)
  const subscribe = useCallback((listener: () => void) => latchkey.subscribe(listener), [latchkey])
  return useSyncExternalStore(
    subscribe,
    () => selector(latchkey.getState()),
    () => selector(latchkey.getServerState()),
  )
}
