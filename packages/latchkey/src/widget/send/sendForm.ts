import type { Widget } from '../shell/widget.ts'
import { enterSend } from './enterSend.ts'
import { sendFlowOf } from './sendFlowOf.ts'
import { WalletSendView } from './WalletSendView.tsx'

/**
 * Draws the form out of sight ahead of time, so that the press on Send only shows it. A form that is filled in is not
 * drawn: text search would find its account data twice.
 * @returns a function that cancels it.
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

/** The form and its `enter`, fetched together, so that the press fetches nothing. */
export const sendForm = { View: WalletSendView, enter: enterSend, drawAhead } as const
