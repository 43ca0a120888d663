import buttonCss from '../../ui/button/button.css'
import fieldCss from '../../ui/field/field.css'
import skeletonCss from '../../ui/skeleton/skeleton.css'
import type { Widget } from '../shell/widget.ts'
import { enterSend } from './enterSend.ts'
import sendCss from './send.css'
import { sendFlowOf } from './sendFlowOf.ts'
import { WalletSendView } from './WalletSendView.tsx'

/**
 * What the press on Send would make, draw and lay out before its first picture, while nobody waits.
 * @returns gives it up.
 */
function prepare(widget: Widget): () => void {
  let isWanted = true
  sendFlowOf(widget)
  for (const css of [sendCss, fieldCss, buttonCss, skeletonCss]) widget.stage()?.adopt(css)
  void widget.views.load('WalletSend').then(() => {
    const key = widget.snapshot().modal.made
    if (isWanted) widget.views.drawAhead({ key, view: 'WalletSend', data: undefined, pushedAt: undefined })
  })
  return () => {
    isWanted = false
    widget.views.drawAhead(undefined)
  }
}

/** The form, and what is entered with it: fetched together, so that the press fetches nothing. */
export const sendForm = { View: WalletSendView, enter: enterSend, prepare } as const
