import type { Widget } from '../shell/widget.ts'
import { sendTexts } from '../texts/sendTexts.ts'
import { createTranslate } from '../texts/translate.ts'
import { createSendFlow, type SendFlow } from './createSendFlow.ts'

/** The one sending of a widget, made when it is first needed; it ends with the engine. */
export function sendFlowOf(widget: Widget): SendFlow {
  const known = widget.kept.get('send')
  if (known) return known as SendFlow
  const { engine } = widget
  const made = createSendFlow({
    engine,
    sentLate() {
      const t = createTranslate(sendTexts, widget.snapshot().config.texts)
      widget.notify({ message: t('send.late'), variant: 'success' })
    },
  })
  engine.ctx.signal.addEventListener('abort', made.destroy)
  widget.kept.set('send', made)
  return made
}
