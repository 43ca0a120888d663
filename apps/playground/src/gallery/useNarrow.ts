import { useSyncExternalStore } from 'react'

const narrow = () => matchMedia('(max-width: 860px)')

/** Whether the gallery has room for one column alone; the same line as in `gallery.css`. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    changed => {
      const query = narrow()
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => narrow().matches,
  )
}
