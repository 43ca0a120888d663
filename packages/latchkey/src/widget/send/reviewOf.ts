import { oneOf } from '../../engine/base/oneOf.ts'
import { createReview, type SendReview } from '../../engine/flows/send/createReview.ts'
import type { Widget } from '../shell/widget.ts'
import { createTranslate } from '../texts/translate.ts'
import { reviewTexts } from './sendTexts.ts'

/** The one review of a widget. */
export function reviewOf(widget: Widget): SendReview {
  return oneOf(widget, followReview)
}

/** Says what comes about while the visitor is elsewhere. */
function followReview(widget: Widget): SendReview {
  const review = oneOf(widget.engine, createReview)
  review.onNews(news => {
    const isSent = news === 'sent'
    const { at } = review.progress.getState()
    // Back to the form, wherever the visitor is meanwhile.
    if (at === 'idle') widget.pass('WalletSendPreview')
    // The pending request shows it itself.
    if (at === 'asking' && widget.snapshot().modal.entry.view === 'WalletSendPreview') return
    const t = createTranslate(reviewTexts, widget.snapshot().config.texts)
    widget.notify({
      message: t(isSent ? 'send.late' : 'ask.movedHint'),
      variant: isSent ? 'success' : 'error',
    })
  })
  return review
}
