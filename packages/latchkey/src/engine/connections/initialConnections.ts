import { namespaceOf } from '../../contract/caip.ts'
import type { ResolvedConfig } from '../base/config.ts'
import { type ConnectionsSnapshot, type ConnectionsState, restoredConnections } from './connectionsState.ts'

/** The state of the first paint: the stored snapshot, unless the host turned reconnecting off (SPEC §4). */
export function initialConnections(
  config: ResolvedConfig,
  snapshot: ConnectionsSnapshot | undefined,
): ConnectionsState {
  const { defaultNetwork, activeNamespace, enableReconnect } = config
  const chosen = defaultNetwork ? { [namespaceOf(defaultNetwork)]: defaultNetwork } : {}
  const empty: ConnectionsSnapshot = { connections: [], active: {}, activeNamespace, chosen }
  return restoredConnections(snapshot && enableReconnect !== false ? snapshot : empty)
}
