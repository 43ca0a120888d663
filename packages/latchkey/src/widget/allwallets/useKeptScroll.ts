import { type RefObject, useLayoutEffect, useRef } from 'react'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { Found } from '../../engine/flows/catalogue/allWalletsTransition.ts'
import type { Kept } from '../shell/useKept.ts'
import { useWidget } from '../shell/useWidget.ts'

interface Place {
  readonly query: string
  readonly top: number
}

const createPlace = (): Kept<Place | undefined> => ({ value: undefined })

/** Comes back to where the list was left, when it still shows the same. */
export function useKeptScroll(root: RefObject<HTMLElement | null>, found: Found): void {
  const kept = oneOf(useWidget(), createPlace)
  const query = useRef(found.query)
  const isFull = found.wallets.length > 0
  useLayoutEffect(() => {
    query.current = found.query
  }, [found.query])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the list stood is looked at once, as the view comes
  useLayoutEffect(() => {
    const body = root.current?.closest('.body')
    if (!body) return
    const place = kept.value
    if (isFull && place?.query === query.current) body.scrollTop = place.top
    return () => {
      kept.value = { query: query.current, top: body.scrollTop }
    }
  }, [])
}
