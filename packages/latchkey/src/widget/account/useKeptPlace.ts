import { type RefObject, useLayoutEffect } from 'react'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { Kept } from '../shell/useKept.ts'
import { useWidget } from '../shell/useWidget.ts'

interface Place {
  /** Of the visit: the same view opened anew begins at its top. */
  readonly visit: number
  readonly top: number
}

const createPlace = (): Kept<Place | undefined> => ({ value: undefined })

/** Comes back to where Account was left when another view was gone to from it. */
export function useKeptPlace(inside: RefObject<HTMLElement | null>): void {
  const widget = useWidget()
  useLayoutEffect(() => {
    const body = inside.current?.closest('.body')
    if (!body) return
    const place = oneOf(widget, createPlace)
    const visit = widget.snapshot().modal.entry.key
    if (place.value?.visit === visit) body.scrollTop = place.value.top
    return () => {
      place.value = { visit, top: body.scrollTop }
    }
  }, [inside, widget])
}
