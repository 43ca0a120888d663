import { useCallback, useEffect, useState } from 'react'
import { useWidget } from './useWidget.ts'

export interface Later<T> {
  /** Undefined while it is not here. */
  readonly part: T | 'failed' | undefined
  readonly retry: () => void
}

/** A part that is fetched once it is wanted, and is there with the first picture whenever it is wanted again. */
export function useLater<T>(name: string, wanted: boolean, load: () => Promise<T>): Later<T> {
  const { kept } = useWidget()
  const [part, setPart] = useState(() => kept.get(name) as T | 'failed' | undefined)
  useEffect(() => {
    if (!wanted || part !== undefined) return
    let isHere = true
    load().then(
      made => {
        kept.set(name, made)
        if (isHere) setPart(() => made)
      },
      () => isHere && setPart('failed'),
    )
    return () => {
      isHere = false
    }
  }, [kept, name, wanted, load, part])
  return { part, retry: useCallback(() => setPart(undefined), []) }
}
