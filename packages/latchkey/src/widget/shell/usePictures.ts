import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { createImages, type ImageKind } from '../../engine/base/images.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import { useWidget } from './useWidget.ts'

/** The list of each kind that was shown last. */
const createShown = () => new Map<ImageKind, string>()

/**
 * Whether the rows with these pictures can show: they are here and decoded, known not to be had, or were waited for for 400 ms.
 * From then on it stays so, in a view that is come back to as well, until `list` is another one.
 */
export function usePictures(
  kind: ImageKind,
  ids: readonly (string | undefined)[],
  list: string = kind,
): boolean {
  const widget = useWidget()
  const { engine } = widget
  const { clock } = engine.ctx
  const images = oneOf(engine.ctx, createImages)
  const shown = oneOf(widget, createShown)
  const [, draw] = useState({})
  const wanted = ids.flatMap(id => (id === undefined || images.known(kind, id) !== undefined ? [] : [id]))
  if (ids.length > 0 && wanted.length === 0) shown.set(kind, list)
  const isHere = shown.get(kind) === list
  const waited = isHere ? '' : wanted.join(' ')
  useEffect(() => {
    if (waited === '') return
    let isWanted = true
    const show = () => {
      if (!isWanted) return
      shown.set(kind, list)
      draw({})
    }
    const stop = clock.setTimeout(show, limits.viewHeld)
    void Promise.all(waited.split(' ').map(id => images.image(kind, id))).then(show)
    return () => {
      isWanted = false
      stop()
    }
  }, [images, clock, shown, kind, list, waited])
  return isHere
}
