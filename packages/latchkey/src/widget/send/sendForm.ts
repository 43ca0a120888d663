import { enterSend } from './enterSend.ts'
import { WalletSendView } from './WalletSendView.tsx'

/** The form, and what is entered with it: fetched together, so that the press fetches nothing. */
export const sendForm = { View: WalletSendView, enter: enterSend } as const
