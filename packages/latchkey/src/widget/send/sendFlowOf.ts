import { oneOf } from '../../engine/base/oneOf.ts'
import { createSendFlow, type SendFlow } from '../../engine/flows/send/createSendFlow.ts'
import type { Widget } from '../shell/widget.ts'

/** The one sending of a widget. */
export function sendFlowOf(widget: Widget): SendFlow {
  return oneOf(widget.engine, createSendFlow)
}
