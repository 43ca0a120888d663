import type { Widget } from '../shell/widget.ts'
import { enterSend } from './enterSend.ts'
import { sendFlowOf } from './sendFlowOf.ts'
import { WalletSendView } from './WalletSendView.tsx'

/**
 * Draws the form out of sight while nobody waits, so that the press on Send only shows it. One that is filled in is not:
 * it would say once more what the account says, to whoever looks for words in the page.
 * @returns gives it up.
 */
function drawAhead(widget: Widget): () => void {
  const { views, snapshot } = widget
  let isWanted = true
  void views.load('WalletSend').then(() => {
    const isBlank = sendFlowOf(widget).draft.machine.getState().token === undefined
    if (!isWanted || !isBlank || views.state('WalletSend').at !== 'ready') return
    const { entry, made } = snapshot().modal
    views.drawAhead({ key: made, view: 'WalletSend', data: undefined, pushedAt: undefined, from: entry.key })
  })
  return () => {
    isWanted = false
    views.drawAhead(undefined)
  }
}

/** The form, and what is entered with it: fetched together, so that the press fetches nothing. */
export const sendForm = { View: WalletSendView, enter: enterSend, drawAhead } as const
