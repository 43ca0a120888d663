import { drawnAhead } from '../shell/drawnAhead.ts'
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
  return drawnAhead(
    widget,
    'WalletSend',
    () => sendFlowOf(widget).draft.machine.getState().token === undefined,
  )
}

/** The form and its `enter`, fetched together, so that the press fetches nothing. */
export const sendForm = { View: WalletSendView, enter: enterSend, drawAhead } as const
