import type { DataOf } from '../shell/defineView.ts'
import type { Widget } from '../shell/widget.ts'
import { reviewOf } from './reviewOf.ts'
import { sendFlowOf } from './sendFlowOf.ts'

/** Keeps what is reviewed fresh; what waits in the wallet goes on when it is left. */
export function enterPreview(widget: Widget, data: DataOf<'WalletSendPreview'>): () => void {
  const review = reviewOf(widget)
  const leave = sendFlowOf(widget).enter()
  review.begin(data)
  return () => {
    leave()
    review.leave()
  }
}
