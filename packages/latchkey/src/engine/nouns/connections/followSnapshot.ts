import { addressOf, type ChainNamespace } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import type { ActiveAccount, ConnectionsSnapshot, ConnectionsState } from './connectionsState.ts'
import { withoutParts } from './withoutParts.ts'

/**
 * The state of this tab after another one stored a snapshot (F36): what ended there ends, what is new is unconfirmed until
 * its wallet has said so here, and the choice of account and namespace is the other's. Pure; the same state when nothing differs.
 */
export function followSnapshot(state: ConnectionsState, snapshot: ConnectionsSnapshot): ConnectionsState {
  const stored = (id: string) => snapshot.connections.find(other => other.id === id)
  const shelved = state.shelved.flatMap(aside => {
    const other = stored(aside.id)
    return other ? [merge(aside, other)] : []
  })
  // A connection that is laid aside here does not come into use because another tab has it.
  const connections = shelved
    .reduce(
      (left, { id, namespaces }) => withoutParts(left, id, Object.keys(namespaces)),
      snapshot.connections,
    )
    .map(other => merge(state.connections.find(({ id }) => id === other.id) ?? other, other))
  const unconfirmed = connections
    .map(({ id }) => id)
    .filter(id => state.unconfirmed.includes(id) || !state.connections.some(other => other.id === id))
  const active: Record<string, ActiveAccount> = {}
  for (const [namespace, chosen] of Object.entries(snapshot.active)) {
    // Either may have lost the namespace in the other tab, though it is there for another one.
    const first =
      accountOf(connections, namespace, chosen) ?? accountOf(connections, namespace, state.active[namespace])
    if (first) active[namespace] = first
  }
  const status: Record<string, ConnectionsState['status'][string]> = {}
  for (const namespace of new Set([...Object.keys(state.status), ...Object.keys(active)])) {
    const id = active[namespace]?.connectionId
    status[namespace] =
      id === undefined ? 'disconnected' : unconfirmed.includes(id) ? 'connecting' : 'connected'
    // A wallet is being asked here.
    if (id === undefined && !state.active[namespace] && state.status[namespace] === 'connecting') {
      status[namespace] = 'connecting'
    }
  }
  const next: ConnectionsState = {
    connections,
    shelved,
    unconfirmed,
    active,
    status,
    activeNamespace: snapshot.activeNamespace,
    chosen: { ...state.chosen, ...snapshot.chosen },
  }
  return JSON.stringify(sorted(next)) === JSON.stringify(sorted(state)) ? state : next
}

/** What this tab knows of a connection, without the namespaces that ended in the other. */
function merge(here: Connection, stored: Connection): Connection {
  const kept = Object.entries(here.namespaces).filter(([namespace]) => stored.namespaces[namespace])
  const same = kept.length === Object.keys(here.namespaces).length
  return same || kept.length === 0 ? here : { ...here, namespaces: Object.fromEntries(kept) }
}

/** The account as the connections have it now. */
function accountOf(
  connections: readonly Connection[],
  namespace: ChainNamespace,
  wanted: ActiveAccount | undefined,
): ActiveAccount | undefined {
  if (!wanted) return undefined
  const { connectionId } = wanted
  const part = connections.find(({ id }) => id === connectionId)?.namespaces[namespace]
  const account = part?.accounts.find(({ caip10 }) => addressOf(caip10) === addressOf(wanted.caip10))
  return account && { connectionId, caip10: account.caip10 }
}

function sorted({ active, status, chosen, ...rest }: ConnectionsState): unknown {
  const entries = (record: object) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  const { activeNamespace, connections, shelved, unconfirmed } = rest
  return [activeNamespace, connections, shelved, unconfirmed, ...[active, status, chosen].map(entries)]
}
