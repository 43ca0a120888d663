import { type RefObject, useLayoutEffect } from 'react'
import { useWidget } from '../shell/useWidget.ts'

interface Place {
  /** Of the visit: the same view opened anew begins at its top. */
  readonly visit: number
  readonly top: number
}

/** Comes back to where a view was left when another one was gone to from it. */
export function useKeptPlace(inside: RefObject<HTMLElement | null>, name: string): void {
  const { kept, snapshot } = useWidget()
  useLayoutEffect(() => {
    const body = inside.current?.closest('.body')
    if (!body) return
    const visit = snapshot().modal.entry.key
    const place = kept.get(name) as Place | undefined
    if (place?.visit === visit) body.scrollTop = place.top
    return () => {
      kept.set(name, { visit, top: body.scrollTop } satisfies Place)
    }
  }, [inside, kept, name, snapshot])
}
