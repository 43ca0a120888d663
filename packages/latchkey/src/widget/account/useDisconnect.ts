import { useState } from 'react'
import { useErrorText } from '../shell/useErrorText.ts'
import { useWidget } from '../shell/useWidget.ts'

/** Disconnects the wallet in use of the active namespace; a refusal by the wallet shows on the page, because the card is closed by then. */
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
