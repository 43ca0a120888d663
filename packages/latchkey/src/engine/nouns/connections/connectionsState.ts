/** The state of connections and its first value; small, because the first paint needs it (SPEC §4). */
import type { ConnectionStatus } from '../../../contract/account.ts'
import type { CaipAddress, CaipNetworkId, ChainNamespace } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'

/** The account in use of a namespace (DECISIONS C9). */
export interface ActiveAccount {
  readonly connectionId: string
  readonly caip10: CaipAddress
}

export interface ConnectionsState {
  readonly connections: readonly Connection[]
  readonly active: Readonly<Record<string, ActiveAccount>>
  readonly status: Readonly<Record<string, ConnectionStatus>>
  /** Connections painted from storage that their adapter has not confirmed yet. */
  readonly unconfirmed: readonly string[]
  /** Stored connections whose wallet did not show up in time; they stay stored and come back when it announces. */
  readonly shelved: readonly Connection[]
  readonly activeNamespace: ChainNamespace
  /** The network chosen for a namespace while nothing is connected there. */
  readonly chosen: Readonly<Record<string, CaipNetworkId>>
}

/** The stored snapshot, from which the next load paints. */
export type ConnectionsSnapshot = Pick<
  ConnectionsState,
  'connections' | 'active' | 'activeNamespace' | 'chosen'
>

/** The state painted before any adapter was asked: every stored namespace is connecting. */
export function restoredConnections(snapshot: ConnectionsSnapshot): ConnectionsState {
  return {
    ...snapshot,
    status: Object.fromEntries(Object.keys(snapshot.active).map(ns => [ns, 'connecting' as const])),
    unconfirmed: snapshot.connections.map(connection => connection.id),
    shelved: [],
  }
}

/** Version of the stored snapshot. */
export const snapshotVersion = 1
