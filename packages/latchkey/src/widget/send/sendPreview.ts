import { enterPreview } from './enterPreview.ts'
import { WalletSendPreviewView } from './WalletSendPreviewView.tsx'

/** The review and its `enter`. */
export const sendPreview = { View: WalletSendPreviewView, enter: enterPreview } as const
