import { useState } from 'react'
import type { ChainNamespace } from '../../contract/caip.ts'
import type { Connection, RecentConnection } from '../../contract/connection.ts'
import { chooseConnection } from '../../engine/nouns/connections/chooseConnection.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { forgetRecent } from './forgetRecent.ts'
import { goToRecent } from './goToRecent.ts'
import { profileWalletsTexts } from './profileWalletsTexts.ts'

export interface WalletActions {
  /** The connection that is being ended, or all of them. */
  readonly busy: string | undefined
  choose(connection: Connection, address: string): void
  disconnect(connection: Connection): void
  disconnectAll(): void
  reconnect(recent: RecentConnection): void
  forget(recent: RecentConnection): void
}

/** What can be done with the wallets of a namespace (SPEC-NOTES §2 "ProfileWallets"). */
export function useWalletActions(namespace: ChainNamespace): WalletActions {
  const widget = useWidget()
  const t = useTexts(profileWalletsTexts)
  const errorText = useErrorText()
  const [busy, setBusy] = useState<string>()
  const { engine, announce } = widget
  const { ctx } = engine

  function end(what: string, ending: Promise<void>, said: string): void {
    setBusy(what)
    ending
      .then(
        () => announce(said),
        () => widget.notify({ message: errorText('DISCONNECT_FAILED'), variant: 'error' }),
      )
      .finally(() => setBusy(undefined))
  }

  return {
    busy,
    choose(connection, address) {
      const { active, activeNamespace } = ctx.connections.getState()
      chooseConnection(ctx, { connectionId: connection.id, address, namespace })
      engine.chooseNamespace(namespace)
      const isSame = ctx.connections.getState().active[namespace] === active[namespace]
      // The one in use already: there is nothing to do here but to go on with it.
      if (isSame && namespace === activeNamespace) widget.back()
      else announce(t('wallets.switched', { wallet: connection.wallet.name }))
    },
    disconnect: ({ id, wallet }) =>
      end(
        id,
        engine.disconnect({ connectionId: id, namespace }),
        t('wallets.disconnected', { wallet: wallet.name }),
      ),
    disconnectAll: () => end('all', engine.disconnect({ namespace }), t('wallets.none')),
    reconnect(recent) {
      if (goToRecent(widget, recent, namespace)) return
      const message = `${errorText('CONNECT_FAILED')}. ${t('wallets.unknownStatus')}`
      widget.notify({ message, variant: 'error' })
    },
    forget(recent) {
      forgetRecent(ctx, recent.id)
      announce(t('wallets.forgotten', { wallet: recent.wallet.name }))
    },
  }
}
