import { useState } from 'react'
import { useErrorText } from '../shell/useErrorText.ts'
import { useWidget } from '../shell/useWidget.ts'

/** Ends the active namespace's connection; what a wallet refuses is said on the page, since the card is gone by then. */
export function useDisconnect(): { readonly disconnecting: boolean; readonly run: () => void } {
  const { engine, notify, snapshot } = useWidget()
  const errorText = useErrorText()
  const [disconnecting, setDisconnecting] = useState(false)
  const run = () => {
    setDisconnecting(true)
    engine
      .disconnect({ namespace: snapshot().state.activeNamespace })
      .catch(() => notify({ message: errorText('DISCONNECT_FAILED'), variant: 'error' }))
      .finally(() => setDisconnecting(false))
  }
  return { disconnecting, run }
}
