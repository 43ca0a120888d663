import { useCallback, useEffect, useState } from 'react'
import { oneOf } from '../../engine/base/oneOf.ts'
import { useWidget } from './useWidget.ts'

export interface Later<T> {
  /** Undefined while it is not here. */
  readonly part: T | 'failed' | undefined
  readonly retry: () => void
}

type Load = () => Promise<unknown>

/** What a widget has fetched, by the function that fetches it, and who waits to hear of more. */
const createParts = () => ({ made: new Map<Load, unknown>(), hearers: new Set<(load: Load) => void>() })

/**
 * A part that is fetched once it is wanted, and is there with the first picture whenever it is wanted again. Where one who
 * wants it tries again, the others have it as well. `load` has to be the same function each time.
 */
export function useLater<T>(wanted: boolean, load: () => Promise<T>): Later<T> {
  const parts = oneOf(useWidget(), createParts)
  // Nothing but what it answered is stored under a function.
  const here = useCallback(() => parts.made.get(load) as T | undefined, [parts, load])
  const [part, setPart] = useState<T | 'failed' | undefined>(here)
  useEffect(() => {
    if (!wanted || (part !== undefined && part !== 'failed')) return
    let isHere = true
    const hear = (made: Load) => {
      if (isHere && made === load) setPart(here)
    }
    parts.hearers.add(hear)
    if (part === undefined) {
      load().then(
        made => {
          parts.made.set(load, made)
          for (const each of parts.hearers) each(load)
        },
        () => isHere && setPart(() => here() ?? 'failed'),
      )
    }
    return () => {
      isHere = false
      parts.hearers.delete(hear)
    }
  }, [parts, wanted, load, part, here])
  return { part, retry: useCallback(() => setPart(undefined), []) }
}
