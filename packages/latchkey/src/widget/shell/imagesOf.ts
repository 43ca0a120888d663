import { createImages, type Images } from '../../engine/base/images.ts'
import type { Widget } from './widget.ts'

/** The image caches of a widget, made when the first picture is wanted. */
export function imagesOf(widget: Widget): Images {
  const known = widget.kept.get('images')
  if (known) return known as Images
  const made = createImages(widget.engine.ctx)
  widget.kept.set('images', made)
  return made
}
