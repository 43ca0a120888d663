import { writeTypedAmount } from '../../engine/send/readTypedAmount.ts'
import type { DataOf } from '../shell/defineView.ts'
import type { Widget } from '../shell/widget.ts'
import { sendFlowOf } from './sendFlowOf.ts'

/** Keeps what can be sent fresh while a view of sending is shown, and fills in what the host asked for. */
export function enterSend(widget: Widget, data?: DataOf<'WalletSend'>): () => void {
  const flow = sendFlowOf(widget)
  const leave = flow.enter()
  // Whoever comes back to the form may change what was to be looked at.
  flow.taken()
  prefill(widget, data)
  return () => {
    leave()
    // Opened anew with the same, it is filled in anew; come back to, it is as the visitor left it.
    if (!widget.snapshot().modal.open) widget.kept.delete('sendFilled')
  }
}

const longest = 400

/** What a host gives is a stranger's text: only what has the form of it is filled in, once for each time it is asked. */
function prefill(widget: Widget, data: unknown): void {
  if (typeof data !== 'object' || data === null || widget.kept.get('sendFilled') === data) return
  widget.kept.set('sendFilled', data)
  const { draft } = sendFlowOf(widget)
  const { token, amount, to } = data as Readonly<Record<string, unknown>>
  if (isText(token) || isText(amount) || isText(to)) draft.reset()
  if (isText(token)) draft.want(token)
  // Whole tokens with a point, whatever the visitor's locale.
  if (isText(amount) && /^(?:\d{1,78})(?:\.\d{1,78})?$/.test(amount))
    draft.typeAmount(writeTypedAmount(amount, widget.snapshot().config.locale))
  if (isText(to)) draft.typeReceiver(to)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest
}
