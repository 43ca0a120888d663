import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Found } from '../../engine/flows/catalogue/allWalletsTransition.ts'
import { useWidget } from '../shell/useWidget.ts'

interface Place {
  readonly query: string
  readonly top: number
}

/** Comes back to where the list was left, when it still shows the same. */
export function useKeptScroll(root: RefObject<HTMLElement | null>, found: Found): void {
  const { kept } = useWidget()
  const query = useRef(found.query)
  const isFull = found.wallets.length > 0
  useLayoutEffect(() => {
    query.current = found.query
  }, [found.query])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the list stood is looked at once, as the view comes
  useLayoutEffect(() => {
    const body = root.current?.closest('.body')
    if (!body) return
    const place = kept.get('allWalletsScroll') as Place | undefined
    if (isFull && place?.query === query.current) body.scrollTop = place.top
    return () => {
      kept.set('allWalletsScroll', { query: query.current, top: body.scrollTop } satisfies Place)
    }
  }, [])
}
