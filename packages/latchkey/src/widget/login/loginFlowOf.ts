import { oneOf } from '../../engine/base/oneOf.ts'
import { createChangeFlow } from '../../engine/flows/login/createChangeFlow.ts'
import type { EmailFlow } from '../../engine/flows/login/createEmailFlow.ts'
import { createLoginFlow } from '../../engine/flows/login/createLoginFlow.ts'
import type { Widget } from '../shell/widget.ts'

/** The login by email of this widget. */
export function loginFlowOf(widget: Widget): EmailFlow {
  return oneOf(widget.engine.ctx, createLoginFlow)
}

/** The change of the logged-in visitor's address. */
export function changeFlowOf(widget: Widget): EmailFlow {
  return oneOf(widget.engine.ctx, createChangeFlow)
}
