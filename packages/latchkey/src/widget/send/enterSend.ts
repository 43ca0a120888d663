import { oneOf } from '../../engine/base/oneOf.ts'
import type { Widget } from '../shell/widget.ts'
import { filledData, prefill } from './prefill.ts'
import { sendFlowOf } from './sendFlowOf.ts'

/** Keeps what can be sent fresh while a view of sending is shown, and fills in what the host asked for. */
export function enterSend(widget: Widget, data?: unknown): () => void {
  const leave = sendFlowOf(widget).enter()
  prefill(widget, data)
  return () => {
    leave()
    // Opened anew with the same, it is filled in anew; come back to, it is as the visitor left it.
    if (!widget.snapshot().modal.open) oneOf(widget, filledData).value = undefined
  }
}
