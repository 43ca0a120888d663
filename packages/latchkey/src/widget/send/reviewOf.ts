import type { Widget } from '../shell/widget.ts'
import { reviewTexts } from '../texts/reviewTexts.ts'
import { createTranslate } from '../texts/translate.ts'
import { createReview, type SendReview } from './createReview.ts'
import { sendFlowOf } from './sendFlowOf.ts'

/** The one review of a widget, made when it is first needed; it ends with the engine. */
export function reviewOf(widget: Widget): SendReview {
  const known = widget.kept.get('review')
  if (known) return known as SendReview
  const { engine } = widget
  const made = createReview({
    engine,
    flow: sendFlowOf(widget),
    sentLate() {
      const t = createTranslate(reviewTexts, widget.snapshot().config.texts)
      widget.notify({ message: t('send.late'), variant: 'success' })
    },
  })
  engine.ctx.signal.addEventListener('abort', made.destroy)
  widget.kept.set('review', made)
  return made
}
