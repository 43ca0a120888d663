import type { Widget } from '../shell/widget.ts'
import { createSendFlow, type SendFlow } from './createSendFlow.ts'

/** The one sending of a widget, made when it is first needed; it ends with the engine. */
export function sendFlowOf({ kept, engine }: Widget): SendFlow {
  const known = kept.get('send')
  if (known) return known as SendFlow
  const made = createSendFlow(engine)
  engine.ctx.signal.addEventListener('abort', made.destroy)
  kept.set('send', made)
  return made
}
