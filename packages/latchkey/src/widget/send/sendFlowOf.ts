import { createSendFlow, type SendFlow } from '../../engine/flows/send/createSendFlow.ts'
import type { Widget } from '../shell/widget.ts'
import { keptOf } from './keptOf.ts'

/** The one sending of a widget. */
export function sendFlowOf(widget: Widget): SendFlow {
  return keptOf(widget, 'send', () => createSendFlow(widget.engine))
}
