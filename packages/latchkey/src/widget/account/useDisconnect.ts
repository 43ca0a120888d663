import { useState } from 'react'
import { useErrorText } from '../shell/useErrorText.ts'
import { useWidget } from '../shell/useWidget.ts'

/** Ends the active namespace's connection, of several the one in use; what a wallet refuses is said on the page, since the card is gone by then. */
export function useDisconnect(): { readonly disconnecting: boolean; readonly run: () => void } {
  const { engine, notify, snapshot } = useWidget()
  const errorText = useErrorText()
  const [disconnecting, setDisconnecting] = useState(false)
  const run = () => {
    setDisconnecting(true)
    const { activeNamespace: namespace, features } = snapshot().state
    const active = engine.ctx.connections.getState().active[namespace]
    const isOneOfSeveral = features.multiWallet === true && active
    engine
      .disconnect({ namespace, ...(isOneOfSeveral && { connectionId: active.connectionId }) })
      .catch(() => notify({ message: errorText('DISCONNECT_FAILED'), variant: 'error' }))
      .finally(() => setDisconnecting(false))
  }
  return { disconnecting, run }
}
