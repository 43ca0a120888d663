import type { Swaps } from '../../engine/flows/swap/swapFlow.ts'
import type { Widget } from '../shell/widget.ts'
import { createTranslate } from '../texts/translate.ts'
import { swapNewsTexts } from './swapReviewTexts.ts'

/** Says what comes about while the visitor is elsewhere. */
export function followSwaps(widget: Widget, { review }: Swaps): void {
  review.onNews(({ type }) => {
    const { at } = review.progress.getState()
    const isHere = widget.snapshot().modal.open && widget.snapshot().modal.entry.view === 'SwapPreview'
    // Another account has another review: back to the form, wherever the visitor is meanwhile.
    if (type === 'moved' && at === 'idle') widget.pass('SwapPreview')
    else if (isHere) return
    const t = createTranslate(swapNewsTexts, widget.snapshot().config.texts)
    widget.notify({ message: t(`swap.news.${type}`), variant: type === 'moved' ? 'error' : 'success' })
  })
}
