/** Connections that ended, across visits (SPEC §3 "recent connections", SPEC-NOTES §2 "ProfileWallets"). */
import type { ConnectedNamespace, Connection, RecentConnection } from '../../../contract/connection.ts'
import type { StoredKey } from '../../base/stored.ts'
import { allConnections } from './allConnections.ts'
import type { ConnectionsState } from './connectionsState.ts'
import { isConnection } from './snapshot.ts'
import { withType } from './withType.ts'

type Recents = readonly RecentConnection[]

/** As many as a list that is read, not searched. */
export const mostRecentConnections = 8

/** Characters of an icon that is worth the room in the page's storage. */
const longestIcon = 16_384

/** `@latchkey/<id>/recent-connections`, version 1, for good: the visitor deletes them. */
export const recentConnectionsKey: StoredKey<Recents> = {
  name: 'recent-connections',
  version: 1,
  parse: data =>
    Array.isArray(data) && data.length <= 100 && data.every(isRecent) ? data.map(withType) : undefined,
}

function isRecent(data: unknown): data is RecentConnection {
  if (!isConnection(data)) return false
  const { status } = data as Connection & { readonly status?: unknown }
  return typeof status === 'string' && status.length <= 32
}

/** The recent ones after a change: ended connections come first, and connected ones are left out. Pure. */
export function followRecents(recents: Recents, now: ConnectionsState, before: ConnectionsState): Recents {
  const here = allConnections(now)
  const ended = before.connections.flatMap(connection => endedPart(connection, here))
  const next = [...ended, ...recents]
    .filter((recent, at, all) => all.findIndex(other => isSameWallet(other, recent)) === at)
    .filter(recent => !here.some(other => isSameWallet(other, recent)))
    .slice(0, mostRecentConnections)
  const isSame = next.length === recents.length && next.every((recent, at) => recent === recents[at])
  return isSame ? recents : next
}

function endedPart(connection: Connection, here: readonly Connection[]): Recents {
  const still = here.find(({ id }) => id === connection.id)?.namespaces ?? {}
  const parts: Record<string, ConnectedNamespace> = {}
  for (const [namespace, part] of Object.entries(connection.namespaces)) {
    if (!still[namespace]) parts[namespace] = part
  }
  if (Object.keys(parts).length === 0) return []
  const { icon, ...wallet } = connection.wallet
  const kept = icon !== undefined && icon.length <= longestIcon ? { ...wallet, icon } : wallet
  return [{ ...connection, wallet: kept, namespaces: parts, status: 'disconnected' }]
}

function isSameWallet(one: Connection, other: Connection): boolean {
  return (
    one.walletId === other.walletId &&
    one.transport === other.transport &&
    Object.keys(one.namespaces).some(namespace => other.namespaces[namespace])
  )
}
