import { isSocialMethod, type SocialMethod } from '../../contract/loginNames.ts'
import type { SocialFlow } from '../../engine/flows/login/createSocialFlow.ts'
import { hideFrame } from '../frame/hideFrame.ts'
import type { ViewData } from '../runtime/viewData.ts'
import type { Widget } from '../shell/widget.ts'
import { takePressed } from './pressSocial.ts'
import { socialFlowOf } from './socialFlowOf.ts'
import { takeReturned } from './takeReturn.ts'

/** Begins the login pressed in Connect, or resumes one that returned to this tab. The returned function cancels it. */
export function enterSocial(widget: Widget, data: ViewData['ConnectingSocial'] | undefined): () => void {
  const method = isSocialMethod(data?.provider) ? data.provider : undefined
  if (method === 'farcaster') {
    // It has a view of its own.
    widget.replace('ConnectingFarcaster')
    return () => undefined
  }
  return follow(widget, flow => {
    const pressed = takePressed(widget)
    const returned = takeReturned(widget)
    if (returned) flow.resume(returned.method, returned.flow)
    else if (pressed?.note !== undefined) flow.open(pressed.note, pressed.opened)
    else if (pressed) flow.begin(pressed.method, pressed.opened)
    else if (method === 'passkey') flow.begin(method)
  })
}

/** Requests a code at once. The returned function cancels it. */
export function enterFarcaster(widget: Widget): () => void {
  return follow(widget, flow => flow.begin('farcaster'))
}

function follow(widget: Widget, begin: (flow: SocialFlow) => void): () => void {
  const flow = socialFlowOf(widget)
  const { activeNamespace } = widget.engine.ctx.connections.getState()
  const off = flow.machine.subscribe((state, before) => {
    widget.loading(activeNamespace, isUnderWay(state.at))
    if (state.at === 'in') widget.finish()
    // There is nothing here beside what the frame asked.
    if (state.at === 'idle' && before.at === 'asked' && isFramed(state.method)) widget.back()
  })
  // The browser's Back restores the page as it was left, so the visitor is no longer leaving for the provider.
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted && flow.machine.getState().at === 'leaving') flow.leave()
  }
  window.addEventListener('pageshow', onShow)
  begin(flow)
  return () => {
    off()
    window.removeEventListener('pageshow', onShow)
    flow.leave()
    widget.loading(activeNamespace, false)
    hideFrame(widget)
  }
}

const isUnderWay = (at: string) => ['beginning', 'waiting', 'asked', 'entering'].includes(at)
const isFramed = (method: SocialMethod | undefined) => method === 'passkey'
