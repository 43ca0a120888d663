import { oneOf } from '../../engine/base/oneOf.ts'
import type { Widget } from '../shell/widget.ts'
import { frameOwner } from './frameOwner.ts'

/** Takes the frame off the card at once: the view that it was drawn in fades, and the next one is not to lie under it. */
export function hideFrame(widget: Widget): void {
  const place = oneOf(widget, frameOwner)
  if (place.value === undefined) return
  place.value = undefined
  widget.stage()?.showFrame(null)
}
