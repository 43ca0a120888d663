import type { LatchkeyState } from '../../contract/state.ts'
import { projectState } from '../../engine/accounts/projectState.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import { decodeStored } from '../../engine/base/stored.ts'
import type { ConnectionsSnapshot } from '../../engine/connections/connectionsState.ts'
import { initialConnections } from '../../engine/connections/initialConnections.ts'
import { snapshotKey } from '../../engine/connections/snapshot.ts'

/** The state of the first paint, before the engine is there (SPEC-NOTES §4 "On load"). */
export function firstState(config: ResolvedConfig, snapshot: ConnectionsSnapshot | undefined): LatchkeyState {
  return projectState({
    connections: initialConnections(config, snapshot),
    networks: config.networks,
    modal: { open: false, view: 'Connect' },
    loading: false,
    loadingByNamespace: {},
    balances: {},
    features: { ...config.features },
    theme: { mode: config.themeMode ?? 'system', variables: config.themeVariables ?? {} },
    addressLabels: config.addressLabels ?? {},
  })
}

/** A stored snapshot's text as the snapshot; anything else, a promise included, as nothing. */
export function readSnapshot(text: unknown): ConnectionsSnapshot | undefined {
  const result = decodeStored(snapshotKey, typeof text === 'string' ? text : null, 0)
  return result.at === 'ok' ? result.data : undefined
}
