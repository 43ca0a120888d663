import { useEffect } from 'react'
import { useEngineState } from './useEngineState.ts'
import { type Later, useLater } from './useLater.ts'

/**
 * Something that the engine reads for the active account, in a chunk of its own: watched while the widget is open with
 * whoever calls this in sight. `load` is the engine's own function for it.
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
