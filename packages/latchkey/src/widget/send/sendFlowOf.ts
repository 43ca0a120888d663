import { oneOf } from '../../engine/base/oneOf.ts'
import type { Engine } from '../../engine/engine.ts'
import { createSendFlow, type SendFlow } from '../../engine/flows/send/createSendFlow.ts'
import type { Widget } from '../shell/widget.ts'

/** The one sending of a widget. */
export function sendFlowOf(widget: Widget): SendFlow {
  return oneOf(widget.engine, startSendFlow)
}

/** The sending of an engine, which ends with it. */
export function startSendFlow(engine: Engine): SendFlow {
  const flow = createSendFlow(engine)
  engine.ctx.signal.addEventListener('abort', flow.destroy)
  return flow
}
