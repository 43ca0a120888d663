import { hideFrame } from '../frame/hideFrame.ts'
import type { ViewData } from '../runtime/viewData.ts'
import type { Widget } from '../shell/widget.ts'
import { loginFlowOf } from './loginFlowOf.ts'

/**
 * Begins a login with the address typed in Connect, and continues once the visitor is logged in. The returned function
 * cancels it.
 */
export function enterEmailLogin(widget: Widget, data: ViewData['EmailLogin'] | undefined): () => void {
  const flow = loginFlowOf(widget)
  const { activeNamespace } = widget.engine.ctx.connections.getState()
  const off = flow.machine.subscribe(({ at }) => {
    widget.loading(activeNamespace, at !== 'typing' && at !== 'in')
    if (at === 'in') widget.finish()
  })
  if (data?.email !== undefined) flow.send(data.email)
  return () => {
    off()
    flow.leave()
    widget.loading(activeNamespace, false)
    hideFrame(widget)
  }
}
