import { useEffect, useState } from 'react'
import type { ImageKind } from '../../engine/base/images.ts'
import { useWidget } from './useWidget.ts'

/** The picture of an id, once it is here; it is asked for unless `idle`, as before a visitor acted. */
export function useImage(kind: ImageKind, id: string | undefined, idle = false): string | undefined {
  const { images } = useWidget().engine.ctx
  const [, draw] = useState({})
  const src = id === undefined ? undefined : images.known(kind, id)
  const wanted = src === undefined && !idle ? id : undefined
  useEffect(() => {
    if (wanted === undefined) return
    let isShown = true
    images.image(kind, wanted).then(url => {
      if (isShown && url !== undefined) draw({})
    })
    return () => {
      isShown = false
    }
  }, [images, kind, wanted])
  return src
}
