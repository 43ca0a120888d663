import type { Widget } from '../shell/widget.ts'
import { enterSend } from './enterSend.ts'
import { WalletSendView } from './WalletSendView.tsx'

/**
 * Draws the form out of sight while nobody waits, so that the press on Send only shows it.
 * @returns gives it up.
 */
function drawAhead({ views, snapshot }: Widget): () => void {
  let isWanted = true
  void views.load('WalletSend').then(() => {
    if (!isWanted || views.state('WalletSend').at !== 'ready') return
    views.drawAhead({ key: snapshot().modal.made, view: 'WalletSend', data: undefined, pushedAt: undefined })
  })
  return () => {
    isWanted = false
    views.drawAhead(undefined)
  }
}

/** The form, and what is entered with it: fetched together, so that the press fetches nothing. */
export const sendForm = { View: WalletSendView, enter: enterSend, drawAhead } as const
