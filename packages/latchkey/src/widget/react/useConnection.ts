import { useCallback, useState } from 'react'
import type { ChainNamespace } from '../../contract/caip.ts'
import type { Connection } from '../../contract/connection.ts'
import type { Latchkey, SwitchConnectionOptions } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'
import { useMultiWallet } from './useMultiWallet.ts'

/** The result of `useConnection`. */
export interface ConnectionAccess {
  /** The connection in use. Undefined without one, and unless `multiWallet` is on. */
  readonly connection: Connection | undefined
  /** Whether a switch of this hook is in progress. One to a disconnected wallet may wait for the visitor. */
  readonly isPending: boolean
  readonly switchConnection: Latchkey['switchConnection']
  readonly deleteRecentConnection: Latchkey['deleteRecentConnection']
}

/**
 * Returns the connection in use in a namespace, by default the active one, and functions to switch it (SPEC §6
 * "Multi-wallet"). Loads the widget.
 */
export function useConnection(
  options: HookOptions & { readonly namespace?: ChainNamespace | undefined } = {},
): ConnectionAccess {
  const { namespace } = options
  const latchkey = useLatchkey(options)
  const [isPending, setPending] = useState(false)
  const connection = useLatchkeyState(state => {
    if (state.features.multiWallet !== true) return undefined
    const ns = namespace ?? state.activeNamespace
    return state.connections.find(({ id }) => id === state.accounts[ns]?.connectionId)
  }, options)
  useMultiWallet(latchkey)
  const switchConnection = useCallback(
    async (to: SwitchConnectionOptions) => {
      setPending(true)
      try {
        return await latchkey.switchConnection(to)
      } finally {
        setPending(false)
      }
    },
    [latchkey],
  )
  const { deleteRecentConnection } = latchkey
  return { connection, isPending, switchConnection, deleteRecentConnection }
}
