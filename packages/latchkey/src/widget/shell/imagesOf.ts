import { createImages, type Images } from '../../engine/base/images.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { Widget } from './widget.ts'

/** The image caches of a widget, made when the first picture is wanted. */
export function imagesOf(widget: Widget): Images {
  return oneOf(widget.engine.ctx, createImages)
}
