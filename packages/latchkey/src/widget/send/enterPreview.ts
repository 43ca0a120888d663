import type { DataOf } from '../shell/defineView.ts'
import type { Widget } from '../shell/widget.ts'
import { reviewOf } from './reviewOf.ts'
import { sendFlowOf } from './sendFlowOf.ts'

/** Refreshes the review while the view is shown; a pending wallet request continues after it is left. */
export function enterPreview(widget: Widget, data: DataOf<'WalletSendPreview'>): () => void {
  const review = reviewOf(widget)
  const leave = sendFlowOf(widget).enter()
  review.begin(data)
  return () => {
    leave()
    review.leave()
  }
}
