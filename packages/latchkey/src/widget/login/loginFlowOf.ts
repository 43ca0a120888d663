import { createChangeFlow } from '../../engine/flows/login/createChangeFlow.ts'
import type { EmailFlow } from '../../engine/flows/login/createEmailFlow.ts'
import { createLoginFlow } from '../../engine/flows/login/createLoginFlow.ts'
import type { Widget } from '../shell/widget.ts'
import { keptOf } from './keptOf.ts'

/** The login by email of this widget. */
export function loginFlowOf(widget: Widget): EmailFlow {
  return keptOf(widget, 'loginFlow', createLoginFlow)
}

/** The change of the address of who is logged in. */
export function changeFlowOf(widget: Widget): EmailFlow {
  return keptOf(widget, 'changeFlow', createChangeFlow)
}
