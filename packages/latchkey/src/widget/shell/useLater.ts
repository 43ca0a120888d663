import { useCallback, useEffect, useState } from 'react'
import { oneOf } from '../../engine/base/oneOf.ts'
import { useWidget } from './useWidget.ts'

export interface Later<T> {
  /** Undefined while it is not here. */
  readonly part: T | 'failed' | undefined
  readonly retry: () => void
}

/** What a widget has fetched, by the function that fetches it. */
const createParts = () => new Map<() => Promise<unknown>, unknown>()

/**
 * A part that is fetched once it is wanted, and is there with the first picture whenever it is wanted again. `load` has to be
 * the same function each time.
 */
export function useLater<T>(wanted: boolean, load: () => Promise<T>): Later<T> {
  const parts = oneOf(useWidget(), createParts)
  // Nothing but what it answered is stored under a function.
  const [part, setPart] = useState(() => parts.get(load) as T | 'failed' | undefined)
  useEffect(() => {
    if (!wanted || part !== undefined) return
    let isHere = true
    load().then(
      made => {
        parts.set(load, made)
        if (isHere) setPart(() => made)
      },
      () => isHere && setPart('failed'),
    )
    return () => {
      isHere = false
    }
  }, [parts, wanted, load, part])
  return { part, retry: useCallback(() => setPart(undefined), []) }
}
