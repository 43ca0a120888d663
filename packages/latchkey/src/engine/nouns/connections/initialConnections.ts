import { namespaceOf } from '../../../contract/caip.ts'
import type { ResolvedConfig } from '../../base/config.ts'
import { type ConnectionsSnapshot, type ConnectionsState, restoredConnections } from './connectionsState.ts'

/** The state of the first paint: the stored snapshot, unless the host turned reconnecting off (SPEC §4). */
export function initialConnections(
  config: ResolvedConfig,
  snapshot: ConnectionsSnapshot | undefined,
): ConnectionsState {
  const { defaultNetwork, activeNamespace } = config
  const last: ConnectionsSnapshot = {
    connections: [],
    active: {},
    activeNamespace,
    chosen: defaultNetwork ? { [namespaceOf(defaultNetwork)]: defaultNetwork } : {},
    ...(config.enableReconnect !== false && snapshot),
  }
  const isServed =
    config.adapters.some(adapter => adapter.namespace === last.activeNamespace) ||
    config.networks.some(network => network.chainNamespace === last.activeNamespace)
  // A namespace that the host has given up since would hide the wallets of all others.
  return restoredConnections(isServed ? last : { ...last, activeNamespace })
}
