import type { Widget } from '../shell/widget.ts'
import { reviewOf } from './reviewOf.ts'
import { sendFlowOf } from './sendFlowOf.ts'

/** Keeps what is reviewed and sent fresh; what waits in the wallet goes on when it is left. */
export function enterPreview(widget: Widget): () => void {
  const review = reviewOf(widget)
  const stops = [sendFlowOf(widget).enter()]
  let isOver = false
  widget.engine.sends().then(
    sends => {
      if (!isOver) stops.push(sends.watch())
    },
    () => undefined,
  )
  review.begin()
  return () => {
    isOver = true
    for (const stop of stops) stop()
    review.progress.dispatch({ type: 'left' })
  }
}
