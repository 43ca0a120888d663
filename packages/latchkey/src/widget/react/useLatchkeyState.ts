import { useCallback, useSyncExternalStore } from 'react'
import type { LatchkeyState } from '../../contract/state.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'

/**
 * Returns what `selector` picks of the public state, and rerenders when that changes identity. The selector must be
 * pure and must not make a new object each time.
 */
export function useLatchkeyState<T>(selector: (state: LatchkeyState) => T, options?: HookOptions): T {
  const latchkey = useLatchkey(options)
  const subscribe = useCallback((listener: () => void) => latchkey.subscribe(listener), [latchkey])
  return useSyncExternalStore(
    subscribe,
    () => selector(latchkey.getState()),
    () => selector(latchkey.getServerState()),
  )
}
