import type { Connection } from '../../../contract/connection.ts'
import type { ConnectionsState } from './connectionsState.ts'

/** Every connection once: of one that was laid aside in part, both parts together. Pure. */
export function allConnections({
  connections,
  shelved,
}: Pick<ConnectionsState, 'connections' | 'shelved'>): readonly Connection[] {
  const whole = connections.map(connection => {
    const aside = shelved.find(({ id }) => id === connection.id)
    if (!aside) return connection
    return { ...connection, namespaces: { ...aside.namespaces, ...connection.namespaces } }
  })
  return [...whole, ...shelved.filter(({ id }) => !connections.some(other => other.id === id))]
}
