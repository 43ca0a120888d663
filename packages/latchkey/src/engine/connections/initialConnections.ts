import { namespaceOf } from '../../contract/caip.ts'
import type { ResolvedConfig } from '../base/config.ts'
import { type ConnectionsSnapshot, type ConnectionsState, restoredConnections } from './connectionsState.ts'

/** The state of the first paint: the stored snapshot, unless the host turned reconnecting off (SPEC §4). */
export function initialConnections(
  config: ResolvedConfig,
  snapshot: ConnectionsSnapshot | undefined,
): ConnectionsState {
  const { adapters, networks, defaultNetwork, activeNamespace, enableReconnect } = config
  const chosen = defaultNetwork ? { [namespaceOf(defaultNetwork)]: defaultNetwork } : {}
  const empty: ConnectionsSnapshot = { connections: [], active: {}, activeNamespace, chosen }
  const kept = (enableReconnect !== false && snapshot) || empty
  const served = [...adapters, ...networks].map(each =>
    'load' in each ? each.namespace : each.chainNamespace,
  )
  // A namespace that the host has given up since would hide the wallets of all others.
  return restoredConnections(served.includes(kept.activeNamespace) ? kept : { ...kept, activeNamespace })
}
