/** Which connections exist, which account is active in each namespace, and how far each has come (SPEC §4). */
import type { Account, ConnectionStatus } from '../../../contract/account.ts'
import {
  addressOf,
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  toCaipAddress,
} from '../../../contract/caip.ts'
import type { ConnectedNamespace, Connection } from '../../../contract/connection.ts'
import { allConnections } from './allConnections.ts'
import type { ActiveAccount, ConnectionsSnapshot, ConnectionsState } from './connectionsState.ts'
import { leadWith } from './leadWith.ts'
import { withoutParts } from './withoutParts.ts'

export type ConnectionsEvent =
  /** Lays a connection aside, or forgets one that was: whole, or of some namespaces alone. */
  | {
      readonly type: 'shelved' | 'unshelved'
      readonly connectionId: string
      readonly namespaces?: readonly ChainNamespace[]
    }
  | { readonly type: 'connecting'; readonly namespace: ChainNamespace }
  | { readonly type: 'connectEnded'; readonly namespace: ChainNamespace }
  | { readonly type: 'connected'; readonly connection: Connection; readonly namespace: ChainNamespace }
  | { readonly type: 'confirmed'; readonly connection: Connection }
  | { readonly type: 'disconnected'; readonly connectionId: string; readonly namespace: ChainNamespace }
  | {
      readonly type: 'accountsChanged'
      readonly connectionId: string
      readonly namespace: ChainNamespace
      readonly accounts: readonly Account[]
      /** The account in use stays while it is shared. */
      readonly keepsActive?: true | undefined
      /** What an embedded wallet says of them besides. */
      readonly own?: Omit<ConnectedNamespace, 'accounts' | 'caipNetworkId'>
    }
  | { readonly type: 'accountChosen'; readonly namespace: ChainNamespace; readonly active: ActiveAccount }
  | {
      readonly type: 'networkChanged'
      readonly connectionId: string
      readonly namespace: ChainNamespace
      readonly caipNetworkId: CaipNetworkId
      /** As they are written there; absent: their addresses stay. */
      readonly accounts?: readonly Account[] | undefined
    }
  | {
      readonly type: 'networkChosen'
      readonly namespace: ChainNamespace
      readonly caipNetworkId: CaipNetworkId
    }
  | { readonly type: 'namespaceChosen'; readonly namespace: ChainNamespace }
  /** Another tab of the page changed the connections, or a wallet came late. */
  | { readonly type: 'followed'; readonly state: ConnectionsState }

/** What to store of a state: shelved connections are kept, active where nothing newer is. */
export function snapshotOf(state: ConnectionsState): ConnectionsSnapshot {
  const { activeNamespace, chosen, shelved } = state
  const active = { ...state.active }
  for (const connection of shelved) {
    for (const ns of Object.keys(connection.namespaces)) {
      const first = firstAccount(connection, ns)
      if (first) active[ns] ??= first
    }
  }
  return { activeNamespace, chosen, active, connections: allConnections(state) }
}

export function connectionsTransition(state: ConnectionsState, event: ConnectionsEvent): ConnectionsState {
  switch (event.type) {
    case 'shelved':
      return shelve(state, event.connectionId, event.namespaces)
    case 'unshelved':
      return state.shelved.some(other => other.id === event.connectionId)
        ? { ...state, shelved: withoutParts(state.shelved, event.connectionId, event.namespaces) }
        : state
    case 'connecting':
      return withStatus(state, event.namespace, 'connecting')
    case 'connectEnded':
      return settle(state, event.namespace)
    case 'connected':
      return addConnection(state, event.connection, event.namespace)
    case 'confirmed':
      return confirmConnection(state, event.connection)
    case 'disconnected':
      return removeNamespace(state, event.connectionId, event.namespace)
    case 'accountsChanged':
      return changeAccounts(state, event)
    case 'accountChosen':
      return chooseAccount(state, event.namespace, event.active)
    case 'networkChanged':
      return changeNetwork(state, event)
    case 'networkChosen':
      return { ...state, chosen: { ...state.chosen, [event.namespace]: event.caipNetworkId } }
    case 'namespaceChosen':
      return state.activeNamespace === event.namespace
        ? state
        : { ...state, activeNamespace: event.namespace }
    case 'followed':
      return event.state
  }
}

function withStatus(state: ConnectionsState, ns: ChainNamespace, status: ConnectionStatus): ConnectionsState {
  return state.status[ns] === status ? state : { ...state, status: { ...state.status, [ns]: status } }
}

// The status of a namespace in which nothing is going on.
function settle(state: ConnectionsState, ns: ChainNamespace): ConnectionsState {
  const id = state.active[ns]?.connectionId
  const status =
    id === undefined ? 'disconnected' : state.unconfirmed.includes(id) ? 'connecting' : 'connected'
  return withStatus(state, ns, status)
}

function chooseAccount(state: ConnectionsState, ns: ChainNamespace, active: ActiveAccount): ConnectionsState {
  const { connectionId, caip10 } = active
  const current = state.active[ns]
  const owner = state.connections.find(other => other.id === connectionId)
  const exists = owner?.namespaces[ns]?.accounts.some(account => account.caip10 === caip10)
  if (!exists || (current?.caip10 === caip10 && current.connectionId === connectionId)) return state
  return settle({ ...state, active: { ...state.active, [ns]: active } }, ns)
}

function firstAccount(connection: Connection, ns: ChainNamespace): ActiveAccount | undefined {
  const accounts = connection.namespaces[ns]?.accounts ?? []
  // Coins that go to an address for ordinals can be spent as inscriptions (SPEC §6).
  const account = accounts.find(({ type }) => type !== 'ordinals') ?? accounts[0]
  return account && { connectionId: connection.id, caip10: account.caip10 }
}

function addConnection(
  before: ConnectionsState,
  connection: Connection,
  ns: ChainNamespace,
): ConnectionsState {
  const state = replaceConnection(before, connection)
  const active = { ...state.active }
  const status = { ...state.status }
  for (const namespace of Object.keys(connection.namespaces)) {
    const first = firstAccount(connection, namespace)
    if (!first) continue
    active[namespace] = first
    status[namespace] = 'connected'
  }
  const others = state.connections.filter(other => other.id !== connection.id)
  return {
    ...state,
    connections: [connection, ...others],
    active,
    status,
    unconfirmed: state.unconfirmed.filter(id => id !== connection.id),
    shelved: state.shelved.filter(other => other.id !== connection.id),
    activeNamespace: ns,
  }
}

// Namespaces that the connection no longer has are disconnected, so that nothing points at them.
function replaceConnection(state: ConnectionsState, connection: Connection): ConnectionsState {
  const before = state.connections.find(other => other.id === connection.id)
  if (!before) return state
  const both = { ...connection, namespaces: { ...before.namespaces, ...connection.namespaces } }
  const connections = state.connections.map(other => (other === before ? both : other))
  const lost = Object.keys(before.namespaces).filter(ns => !connection.namespaces[ns])
  return lost.reduce<ConnectionsState>((next, ns) => removeNamespace(next, connection.id, ns), {
    ...state,
    connections,
  })
}

function shelve(
  state: ConnectionsState,
  id: string,
  only: readonly ChainNamespace[] | undefined,
): ConnectionsState {
  const connection = state.connections.find(other => other.id === id)
  if (!connection) return state
  let next = state
  const before = state.shelved.find(other => other.id === id)
  const namespaces: Record<string, ConnectedNamespace> = { ...before?.namespaces }
  for (const [ns, part] of Object.entries(connection.namespaces)) {
    if (only && !only.includes(ns)) continue
    next = removeNamespace(next, id, ns)
    // Out of use it has no active account: the one that was comes first, and is active again with it.
    namespaces[ns] = state.active[ns]?.connectionId === id ? leadWith(part, state.active[ns]?.caip10) : part
  }
  if (next === state) return state
  const others = state.shelved.filter(other => other !== before)
  return { ...next, shelved: [{ ...connection, namespaces }, ...others] }
}

// A silent restore keeps what the visitor had chosen: the active account if the wallet still shares it.
function confirmConnection(state: ConnectionsState, connection: Connection): ConnectionsState {
  if (!state.connections.some(other => other.id === connection.id)) return state
  const replaced = replaceConnection(state, connection)
  let next: ConnectionsState = {
    ...replaced,
    unconfirmed: replaced.unconfirmed.filter(id => id !== connection.id),
  }
  for (const namespace of Object.keys(connection.namespaces)) {
    if (next.active[namespace]?.connectionId !== connection.id) continue
    next = withStatus(keepActive(next, connection, namespace), namespace, 'connected')
  }
  return next
}

function keepActive(state: ConnectionsState, connection: Connection, ns: ChainNamespace): ConnectionsState {
  const caip10 = state.active[ns]?.caip10
  const part = connection.namespaces[ns]
  // Which account of an embedded wallet is in use is stored in the wallet.
  const isOwn = connection.transport === 'embedded'
  const account = part && (isOwn ? part : leadWith(part, caip10)).accounts[0]
  if (!account || account.caip10 === caip10) return state
  return {
    ...state,
    active: { ...state.active, [ns]: { connectionId: connection.id, caip10: account.caip10 } },
  }
}

function removeNamespace(
  state: ConnectionsState,
  connectionId: string,
  ns: ChainNamespace,
): ConnectionsState {
  const connection = state.connections.find(other => other.id === connectionId)
  if (!connection?.namespaces[ns]) return state
  const { [ns]: _gone, ...rest } = connection.namespaces
  const kept = Object.keys(rest).length > 0
  const connections = kept
    ? state.connections.map(other =>
        other.id === connectionId ? { ...connection, namespaces: rest } : other,
      )
    : state.connections.filter(other => other.id !== connectionId)
  const wasActive = state.active[ns]?.connectionId === connectionId
  const { [ns]: _active, ...otherActive } = state.active
  const successor = connections.find(other => other.namespaces[ns])
  const next = successor && firstAccount(successor, ns)
  const removed = {
    ...state,
    connections,
    unconfirmed: kept ? state.unconfirmed : state.unconfirmed.filter(id => id !== connectionId),
    active: wasActive ? (next ? { ...otherActive, [ns]: next } : otherActive) : state.active,
    chosen: { ...state.chosen, [ns]: connection.namespaces[ns].caipNetworkId },
  }
  return wasActive ? settle(removed, ns) : removed
}

function patchNamespace(
  state: ConnectionsState,
  id: string,
  ns: ChainNamespace,
  patch: Partial<Connection['namespaces'][string]>,
): ConnectionsState {
  return {
    ...state,
    connections: state.connections.map(connection => {
      const current = connection.namespaces[ns]
      if (connection.id !== id || !current) return connection
      return { ...connection, namespaces: { ...connection.namespaces, [ns]: { ...current, ...patch } } }
    }),
  }
}

// The wallet puts the account it means first, so that one becomes active; some mean none.
function changeAccounts(
  state: ConnectionsState,
  event: Extract<ConnectionsEvent, { type: 'accountsChanged' }>,
): ConnectionsState {
  const first = event.accounts[0]
  if (!first || !state.connections.some(other => other.id === event.connectionId)) return state
  const next = patchNamespace(state, event.connectionId, event.namespace, {
    accounts: event.accounts,
    ...event.own,
  })
  const before = next.active[event.namespace]
  if (before?.connectionId !== event.connectionId) return next
  if (event.keepsActive && event.accounts.some(({ caip10 }) => caip10 === before.caip10)) return next
  const active = { connectionId: event.connectionId, caip10: first.caip10 }
  return { ...next, active: { ...next.active, [event.namespace]: active } }
}

function changeNetwork(
  state: ConnectionsState,
  event: Extract<ConnectionsEvent, { type: 'networkChanged' }>,
): ConnectionsState {
  const connection = state.connections.find(other => other.id === event.connectionId)
  const current = connection?.namespaces[event.namespace]
  if (!current || current.caipNetworkId === event.caipNetworkId) return state
  const move = (caip10: CaipAddress) => toCaipAddress(event.caipNetworkId, addressOf(caip10))
  const accounts =
    event.accounts ?? current.accounts.map(account => ({ ...account, caip10: move(account.caip10) }))
  const next = patchNamespace(state, event.connectionId, event.namespace, {
    accounts,
    caipNetworkId: event.caipNetworkId,
    // It is another contract there.
    smartAccountDeployed: undefined,
  })
  const active = next.active[event.namespace]
  if (active?.connectionId !== event.connectionId) return next
  // The account that the visitor is in may have another address there: it has the same key, or the same place among as many.
  const place = current.accounts.findIndex(account => account.caip10 === active.caip10)
  const key = current.accounts[place]?.publicKey
  const own =
    accounts.find(({ caip10 }) => caip10 === move(active.caip10)) ??
    accounts.find(({ publicKey }) => key !== undefined && publicKey === key) ??
    (accounts.length === current.accounts.length ? accounts[place] : undefined) ??
    accounts[0]
  if (!own) return state
  return {
    ...next,
    active: { ...next.active, [event.namespace]: { ...active, caip10: own.caip10 } },
  }
}
