import type { Widget } from '../shell/widget.ts'
import { reviewTexts } from '../texts/reviewTexts.ts'
import { createTranslate } from '../texts/translate.ts'
import { createReview, type SendReview } from './createReview.ts'
import { keptOf } from './keptOf.ts'
import { sendFlowOf } from './sendFlowOf.ts'

/** The one review of a widget. */
export function reviewOf(widget: Widget): SendReview {
  return keptOf(widget, 'review', () =>
    createReview({
      engine: widget.engine,
      flow: sendFlowOf(widget),
      tell(what) {
        const isSent = what === 'send.late'
        // Back to the form, wherever the visitor is meanwhile.
        if (!isSent) widget.pass('WalletSendPreview')
        const t = createTranslate(reviewTexts, widget.snapshot().config.texts)
        widget.notify({ message: t(what), variant: isSent ? 'success' : 'error' })
      },
    }),
  )
}
