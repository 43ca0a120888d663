/** The public state from the inner ones; the same before and after the engine is there (SPEC-NOTES §3). */
import { type AccountState, type AccountTab, disconnectedAccount } from '../../../contract/account.ts'
import { addressOf, type CaipNetworkId, type ChainNamespace } from '../../../contract/caip.ts'
import type { RecentConnection } from '../../../contract/connection.ts'
import { defaultChainId } from '../../../contract/limits.ts'
import { type Network, unsupportedNetwork } from '../../../contract/network.ts'
import type { LatchkeyState } from '../../../contract/state.ts'
import type { ViewName } from '../../../contract/views.ts'
import { deepFreeze } from '../../base/config.ts'
import type { ConnectionsState } from '../connections/connectionsState.ts'
import { userOf } from './userOf.ts'

/** A balance as last known: decimal text in whole units. */
export interface KnownBalance {
  readonly amount: string
  readonly symbol: string
  /** When it was read, in milliseconds since the epoch: a value that cannot be renewed is shown with its age (F20). */
  readonly at: number
}

/** The parts of an account's state that are read elsewhere; unknown values are absent. */
export type KnownAccount = Pick<
  AccountState,
  'balance' | 'balanceSymbol' | 'profileName' | 'profileImage' | 'tokenBalance' | 'isAuthenticated'
>

export interface ProjectionInput {
  readonly connections: ConnectionsState
  readonly networks: readonly Network[]
  readonly modal: {
    readonly open: boolean
    readonly view: ViewName
    /** Absent before the widget is there: the first. */
    readonly tab?: AccountTab
  }
  readonly loadingByNamespace: Readonly<Record<string, boolean>>
  readonly loading: boolean
  /** What else is known of accounts, by CAIP-10 address. */
  readonly known: Readonly<Record<string, KnownAccount>>
  readonly features: Readonly<Record<string, unknown>>
  readonly theme: LatchkeyState['theme']
  readonly addressLabels: Readonly<Record<string, string>>
  /** A login by Farcaster that waits for its app, and the namespaces it is for. */
  readonly farcaster?: { readonly url: string; readonly namespaces: readonly ChainNamespace[] } | undefined
  /** Absent: none that the host may see. */
  readonly recents?: readonly RecentConnection[]
}

/** Builds the frozen public state. */
export function projectState(input: ProjectionInput): LatchkeyState {
  const { connections, modal } = input
  const accounts: Record<string, AccountState> = {}
  for (const ns of [
    ...input.networks.map(network => network.chainNamespace),
    ...Object.keys(connections.active),
  ]) {
    accounts[ns] ??= accountState(input, ns)
  }
  return deepFreeze({
    open: modal.open,
    view: modal.view,
    loading: input.loading,
    loadingByNamespace: input.loadingByNamespace,
    activeNamespace: connections.activeNamespace,
    network: networkOf(connections, input.networks, connections.activeNamespace),
    accounts,
    connections: connections.connections,
    recentConnections: input.recents ?? [],
    features: input.features,
    theme: input.theme,
  })
}

/** The network id a namespace is on: the connection's, else the chosen one, else the first listed. */
export function networkIdOfNamespace(
  connections: ConnectionsState,
  networks: readonly Network[],
  ns: ChainNamespace,
): CaipNetworkId | undefined {
  const active = connections.active[ns]
  const connection = active && connections.connections.find(other => other.id === active.connectionId)
  const listed = networks.filter(network => network.chainNamespace === ns)
  const chosen = listed.find(network => network.caipNetworkId === connections.chosen[ns]) ?? listed[0]
  return connection?.namespaces[ns]?.caipNetworkId ?? chosen?.caipNetworkId
}

/** The network a namespace is on; the placeholder when the host does not list it (SPEC §4 "Network change"). */
export function networkOf(
  connections: ConnectionsState,
  networks: readonly Network[],
  ns: ChainNamespace,
): Network {
  const id = networkIdOfNamespace(connections, networks, ns) ?? (`${ns}:${defaultChainId}` as CaipNetworkId)
  return (
    networks.find(network => network.caipNetworkId === id || network.deprecatedCaipNetworkId === id) ??
    unsupportedNetwork(id)
  )
}

function accountState(input: ProjectionInput, ns: ChainNamespace): AccountState {
  const { connections, addressLabels } = input
  const active = connections.active[ns]
  const connection = active && connections.connections.find(other => other.id === active.connectionId)
  const status = connections.status[ns] ?? 'disconnected'
  const currentTab = input.modal.tab ?? disconnectedAccount.currentTab
  const { farcaster } = input
  const waiting = farcaster?.namespaces.includes(ns) ? { farcasterUrl: farcaster.url } : {}
  if (!active || !connection) return { ...disconnectedAccount, status, currentTab, addressLabels, ...waiting }
  const accounts = connection.namespaces[ns]?.accounts ?? []
  const isUnconfirmed = connections.unconfirmed.includes(connection.id)
  return {
    ...disconnectedAccount,
    caipAddress: active.caip10,
    address: addressOf(active.caip10),
    connectionId: connection.id,
    // Asking another wallet does not end this one.
    isConnected: !isUnconfirmed,
    isReconnecting: isUnconfirmed,
    status,
    currentTab,
    ...input.known[active.caip10],
    ...userOf(connection, ns, accounts.find(({ caip10 }) => caip10 === active.caip10)?.type),
    ...waiting,
    addressLabels,
    allAccounts: accounts.map(account => ({
      address: addressOf(account.caip10),
      type: account.type,
      ...(account.publicKey !== undefined && { publicKey: account.publicKey }),
    })),
  }
}
