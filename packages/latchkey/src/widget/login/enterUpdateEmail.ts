import { hideFrame } from '../frame/hideFrame.ts'
import type { Widget } from '../shell/widget.ts'
import { createTranslate } from '../texts/translate.ts'
import { changeFlowOf } from './loginFlowOf.ts'
import { loginTexts } from './loginTexts.ts'

/** Goes back once the address is another one, and says so. The answer gives the change up. */
export function enterUpdateEmail(widget: Widget): () => void {
  const flow = changeFlowOf(widget)
  const off = flow.machine.subscribe(({ at }) => {
    if (at !== 'in') return
    const t = createTranslate(loginTexts, widget.snapshot().config.texts)
    widget.notify({ message: t('login.changed'), variant: 'success' })
    widget.finish()
  })
  return () => {
    off()
    flow.leave()
    hideFrame(widget)
  }
}
