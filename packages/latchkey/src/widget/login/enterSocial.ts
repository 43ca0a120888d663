import { isSocialMethod, type SocialMethod } from '../../engine/login/loginNames.ts'
import { hideFrame } from '../frame/hideFrame.ts'
import type { ViewData } from '../runtime/viewData.ts'
import type { Widget } from '../shell/widget.ts'
import { takePressed } from './pressSocial.ts'
import { socialFlowOf } from './socialFlowOf.ts'
import { takeReturned } from './takeReturn.ts'

/** Begins what was pressed in Connect, or goes on with what came back to this tab. The answer gives it up. */
export function enterSocial(widget: Widget, data: ViewData['ConnectingSocial'] | undefined): () => void {
  const method = isSocialMethod(data?.provider) ? data.provider : undefined
  return follow(widget, flow => {
    const pressed = takePressed(widget)
    const returned = takeReturned(widget)
    if (returned) flow.resume(returned.method, returned.flow)
    else if (pressed) flow.begin(pressed.method, pressed.opened)
    else if (method === 'passkey') flow.begin(method)
  })
}

/** Asks for a code at once. The answer gives it up. */
export function enterFarcaster(widget: Widget): () => void {
  takePressed(widget)
  return follow(widget, flow => flow.begin('farcaster'))
}

function follow(widget: Widget, begin: (flow: ReturnType<typeof socialFlowOf>) => void): () => void {
  const flow = socialFlowOf(widget)
  const { activeNamespace } = widget.engine.ctx.connections.getState()
  const off = flow.machine.subscribe((state, before) => {
    widget.loading(activeNamespace, isUnderWay(state.at))
    if (state.at === 'in') widget.finish()
    // There is nothing here beside what the frame asked.
    if (state.at === 'idle' && before.at === 'asked' && isFramed(state.method)) widget.back()
  })
  begin(flow)
  return () => {
    off()
    flow.leave()
    widget.loading(activeNamespace, false)
    hideFrame(widget)
  }
}

const isUnderWay = (at: string) => ['beginning', 'waiting', 'asked', 'entering'].includes(at)
const isFramed = (method: SocialMethod | undefined) => method === 'passkey'
