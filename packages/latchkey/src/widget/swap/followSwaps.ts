import type { Swaps } from '../../engine/flows/swap/swapFlow.ts'
import type { Widget } from '../shell/widget.ts'
import { createTranslate } from '../texts/translate.ts'
import { swapNewsTexts } from './swapReviewTexts.ts'

/** Says what comes about while the visitor is elsewhere. */
export function followSwaps(widget: Widget, { review }: Swaps): void {
  review.onNews(({ type }) => {
    const state = review.progress.getState()
    const { at } = state
    const isHere = widget.snapshot().modal.open && widget.snapshot().modal.entry.view === 'SwapPreview'
    // Another account has another review: back to the form, wherever the visitor is meanwhile.
    if (type === 'moved' && at === 'idle') widget.pass('SwapPreview')
    else if (isHere) return
    const t = createTranslate(swapNewsTexts, widget.snapshot().config.texts)
    const isAcross = 'review' in state && state.review?.buy.caipNetworkId !== undefined
    const news = type === 'done' && isAcross ? 'crossing' : type
    widget.notify({ message: t(`swap.news.${news}`), variant: type === 'moved' ? 'error' : 'success' })
  })
}
