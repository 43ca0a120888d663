import { useEffect } from 'react'
import { useEngineState } from './useEngineState.ts'
import { type Later, useLater } from './useLater.ts'

/**
 * Returns a resource of the active account that the engine reads in a lazy chunk, and watches it while the widget is
 * open and the caller is shown. `load` is the engine's function for it.
 */
export function useResource<Resource extends { watch(): () => void }>(
  load: () => Promise<Resource>,
): Later<Resource> {
  const open = useEngineState(snapshot => snapshot.modal.open)
  const later = useLater(true, load)
  const { part } = later
  useEffect(() => (open && typeof part === 'object' ? part.watch() : undefined), [open, part])
  return later
}
