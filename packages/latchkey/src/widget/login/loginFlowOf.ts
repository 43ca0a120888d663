import { createChangeFlow } from '../../engine/login/createChangeFlow.ts'
import type { EmailFlow } from '../../engine/login/createEmailFlow.ts'
import { createLoginFlow } from '../../engine/login/createLoginFlow.ts'
import type { Widget } from '../shell/widget.ts'

/** The login by email of this widget. */
export function loginFlowOf(widget: Widget): EmailFlow {
  return keep(widget, 'loginFlow', createLoginFlow)
}

/** The change of the address of who is logged in. */
export function changeFlowOf(widget: Widget): EmailFlow {
  return keep(widget, 'changeFlow', createChangeFlow)
}

function keep(widget: Widget, name: string, create: typeof createLoginFlow): EmailFlow {
  const known = widget.kept.get(name) as EmailFlow | undefined
  if (known) return known
  const made = create(widget.engine.ctx)
  widget.kept.set(name, made)
  return made
}
