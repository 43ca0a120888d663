import { useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { createImages, type ImageKind } from '../../engine/base/images.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import { useWidget } from './useWidget.ts'

/**
 * Whether the rows with these pictures can show: they are here and decoded, known not to be had, or were waited for for 400 ms.
 * From then on it stays so, until `list` is another one.
 */
export function usePictures(
  kind: ImageKind,
  ids: readonly (string | undefined)[],
  list: string = kind,
): boolean {
  const { engine } = useWidget()
  const { clock } = engine.ctx
  const images = oneOf(engine.ctx, createImages)
  const [settled, settle] = useState<string>()
  const shown = useRef<string>(undefined)
  const wanted = ids.flatMap(id => (id === undefined || images.known(kind, id) !== undefined ? [] : [id]))
  if (ids.length > 0 && wanted.length === 0) shown.current = list
  const isHere = shown.current === list || settled === list
  const waited = isHere ? '' : wanted.join(' ')
  useEffect(() => {
    if (waited === '') return
    let isWanted = true
    const show = () => {
      if (isWanted) settle(list)
    }
    const stop = clock.setTimeout(show, limits.viewHeld)
    void Promise.all(waited.split(' ').map(id => images.image(kind, id))).then(show)
    return () => {
      isWanted = false
      stop()
    }
  }, [images, clock, kind, list, waited])
  return isHere
}
