import type { Widget } from '../shell/widget.ts'

/** Takes the frame off the card at once: the view that it was drawn in fades, and the next one is not to lie under it. */
export function hideFrame(widget: Widget): void {
  if (!widget.kept.delete('framePlace')) return
  widget.stage()?.showFrame(null)
}
