import type { Connection } from '../../../contract/connection.ts'
import type { ActiveAccount, ConnectionsState } from '../../nouns/connections/connectionsState.ts'
import { withoutParts } from '../../nouns/connections/withoutParts.ts'

/** The state with a late connection, or a part of one, among the others again: what is in use elsewhere stays in use. Pure. */
export function rejoin(state: ConnectionsState, connection: Connection): ConnectionsState {
  const { id, namespaces } = connection
  const active: Record<string, ActiveAccount> = { ...state.active }
  const status = { ...state.status }
  for (const [namespace, { accounts }] of Object.entries(namespaces)) {
    const first = accounts[0]
    if (active[namespace] || !first) continue
    active[namespace] = { connectionId: id, caip10: first.caip10 }
    status[namespace] = 'connected'
  }
  const here = state.connections.find(other => other.id === id)
  const both = { ...connection, namespaces: { ...here?.namespaces, ...namespaces } }
  const connections = here
    ? state.connections.map(other => (other === here ? both : other))
    : [...state.connections, connection]
  return {
    ...state,
    connections,
    active,
    status,
    shelved: withoutParts(state.shelved, id, Object.keys(namespaces)),
  }
}
