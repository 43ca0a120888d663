import { useEffect, useState } from 'react'
import { createImages, type ImageKind } from '../../engine/base/images.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import { useWidget } from './useWidget.ts'

/** The picture of an id, once it is here; asks for it once. */
export function useImage(kind: ImageKind, id: string | undefined): string | undefined {
  const { engine } = useWidget()
  const images = oneOf(engine.ctx, createImages)
  const [, draw] = useState({})
  const src = id === undefined ? undefined : images.known(kind, id)
  const wanted = src === undefined ? id : undefined
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
