import { useMemo } from 'react'
import type { ChainNamespace } from '../../contract/caip.ts'
import type { Connection, RecentConnection } from '../../contract/connection.ts'
import type { ConnectionLists } from '../handle/latchkey.ts'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'
import { useMultiWallet } from './useMultiWallet.ts'

const none: readonly never[] = []

/**
 * Returns the current and the recent connections of one namespace or of all. Empty, with an info alert, unless
 * `multiWallet` is on (SPEC §6). Loads the widget.
 */
export function useConnections(
  options: HookOptions & { readonly namespace?: ChainNamespace | undefined } = {},
): ConnectionLists {
  const { namespace } = options
  const latchkey = useLatchkey(options)
  const isOn = useLatchkeyState(state => state.features.multiWallet === true, options)
  const connections = useLatchkeyState(state => state.connections, options)
  const recentConnections = useLatchkeyState(state => state.recentConnections, options)
  useMultiWallet(latchkey)
  const current = useMemo(() => within(connections, namespace), [connections, namespace])
  const recent = useMemo(() => within(recentConnections, namespace), [recentConnections, namespace])
  return isOn
    ? { connections: current, recentConnections: recent }
    : { connections: none, recentConnections: none }
}

function within<T extends Connection | RecentConnection>(
  list: readonly T[],
  namespace: ChainNamespace | undefined,
): readonly T[] {
  return namespace === undefined ? list : list.filter(({ namespaces }) => namespaces[namespace])
}
