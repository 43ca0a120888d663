import { useEffect, useState } from 'react'

/** A part of a view that is fetched when it is `wanted`; undefined until it is here, 'absent' when it does not come. `load` is stable. */
export function useChunk<Part extends object>(
  load: () => Promise<Part>,
  wanted = true,
): Part | 'absent' | undefined {
  const [part, setPart] = useState<Part | 'absent'>()
  useEffect(() => {
    if (!wanted) return
    let isShown = true
    const keep = (told: Part | 'absent') => {
      if (isShown) setPart(told)
    }
    load().then(keep, () => keep('absent'))
    return () => {
      isShown = false
    }
  }, [load, wanted])
  return part
}
