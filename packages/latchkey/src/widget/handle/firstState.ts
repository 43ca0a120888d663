import { isCaipNetworkId, networkIdOf } from '../../contract/caip.ts'
import type { LatchkeyState } from '../../contract/state.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import { withinRegion } from '../../engine/base/withinRegion.ts'
import { projectState } from '../../engine/nouns/accounts/projectState.ts'
import { type ConnectionsSnapshot, snapshotVersion } from '../../engine/nouns/connections/connectionsState.ts'
import { initialConnections } from '../../engine/nouns/connections/initialConnections.ts'
import { withType } from '../../engine/nouns/connections/withType.ts'
import { themeOf } from '../theme/themeOf.ts'

/** The state of the first paint, before the engine is there (SPEC-NOTES §4 "On load"). */
export function firstState(config: ResolvedConfig, snapshot?: ConnectionsSnapshot): LatchkeyState {
  try {
    return stateOf(config, snapshot)
  } catch {
    // The stored snapshot passed the first check and is invalid (F33).
    return stateOf(config)
  }
}

function stateOf(config: ResolvedConfig, snapshot?: ConnectionsSnapshot): LatchkeyState {
  return projectState({
    connections: initialConnections(config, snapshot),
    networks: config.networks,
    modal: { open: false, view: 'Connect' },
    loading: false,
    loadingByNamespace: {},
    known: {},
    features: { ...withinRegion(config, config.features ?? {}) },
    theme: themeOf(config),
    addressLabels: config.addressLabels ?? {},
  })
}

/**
 * A stored snapshot's text, looked over just enough to paint from; the engine reads the key again with every check and
 * corrects the picture (F33). Anything else, a promise included, is nothing.
 */
export function glimpseSnapshot(text: unknown): ConnectionsSnapshot | undefined {
  // A first visit has none, and an error thrown for it, with its stack, is felt before the button stands.
  if (!text) return undefined
  try {
    const { v, data } = JSON.parse(text as string) as { v: unknown; data: ConnectionsSnapshot }
    const { connections, active, activeNamespace, chosen } = data
    const isSound =
      v === snapshotVersion &&
      typeof activeNamespace === 'string' &&
      connections.every(each => each.wallet.name.trim()) &&
      Object.entries(active).every(([ns, { connectionId, caip10 }]) =>
        connections
          .find(each => each.id === connectionId)
          ?.namespaces[ns]?.accounts.some(
            account => account.caip10 === caip10 && isCaipNetworkId(networkIdOf(caip10), ns),
          ),
      )
    return isSound
      ? { connections: connections.map(withType), active, activeNamespace, chosen: { ...chosen } }
      : undefined
  } catch {
    return undefined
  }
}
