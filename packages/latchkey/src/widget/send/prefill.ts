import { oneOf } from '../../engine/base/oneOf.ts'
import { writeTypedAmount } from '../../engine/nouns/amounts/readTypedAmount.ts'
import type { Kept } from '../shell/useKept.ts'
import type { Widget } from '../shell/widget.ts'
import { sendFlowOf } from './sendFlowOf.ts'

const longest = 400

/** What the host opened the form with last: it is filled in once. */
export const filledData = (): Kept<unknown> => ({ value: undefined })

/** What a host gives is a stranger's text: only what has the form of it is filled in, once for each time it is asked. */
export function prefill(widget: Widget, data: unknown): void {
  if (typeof data !== 'object' || data === null) return
  const filled = oneOf(widget, filledData)
  if (filled.value === data) return
  filled.value = data
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
