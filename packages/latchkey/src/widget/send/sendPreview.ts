import { enterPreview } from './enterPreview.ts'
import { WalletSendPreviewView } from './WalletSendPreviewView.tsx'

/** The review, and what is entered with it. */
export const sendPreview = { View: WalletSendPreviewView, enter: enterPreview } as const
