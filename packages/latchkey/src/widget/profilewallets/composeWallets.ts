/** Which wallets stand where in ProfileWallets (SPEC-NOTES §2): one pure function. */
import type { Account } from '../../contract/account.ts'
import { addressOf, type ChainNamespace } from '../../contract/caip.ts'
import type { Connection, RecentConnection } from '../../contract/connection.ts'
import { connectorStatus } from '../../engine/nouns/connections/chooseConnection.ts'
import type { ConnectionsState } from '../../engine/nouns/connections/connectionsState.ts'

/** An account to switch to; of a bitcoin wallet all addresses are one. */
export interface WalletAccount {
  readonly address: string
  readonly type: Account['type']
  readonly label: string | undefined
  /** Bitcoin: the address for ordinals beside the one for payments. */
  readonly ordinals?: string
}

export interface WalletGroup {
  readonly connection: Connection
  readonly accounts: readonly WalletAccount[]
  /** The account in use in the namespace; undefined when it is another connection's. */
  readonly current: string | undefined
}

export interface Wallets {
  readonly active: WalletGroup | undefined
  readonly connected: readonly WalletGroup[]
  readonly recents: readonly RecentConnection[]
}

export function composeWallets(
  state: Pick<ConnectionsState, 'active' | 'connections'>,
  recents: readonly RecentConnection[],
  namespace: ChainNamespace,
): Wallets {
  const groups = state.connections
    .filter(({ namespaces }) => namespaces[namespace])
    .map(connection => groupOf(state, connection, namespace))
  const isActive = ({ connection }: WalletGroup) =>
    connectorStatus(state, connection.id, namespace) === 'connected'
  return {
    active: groups.find(isActive),
    connected: groups.filter(group => !isActive(group)),
    recents: recents.filter(({ namespaces }) => namespaces[namespace]),
  }
}

/** The namespaces there is something to show for, the active one first among those without a wallet. */
export function walletNamespaces(
  connections: readonly Connection[],
  recents: readonly Connection[],
  adapters: readonly { readonly namespace: ChainNamespace }[],
): readonly ChainNamespace[] {
  const held = [...connections, ...recents].flatMap(({ namespaces }) => Object.keys(namespaces))
  return [...new Set([...adapters.map(({ namespace }) => namespace), ...held])]
}

/** The rows of a connection's accounts. */
export function walletAccounts(accounts: readonly Account[]): readonly WalletAccount[] {
  const rows = accounts.map(({ caip10, type, label }) => ({ address: addressOf(caip10), type, label }))
  const payment = rows.find(({ type }) => type === 'payment')
  const ordinals = rows.find(({ type }) => type === 'ordinals')
  if (!payment || !ordinals) return rows
  return [
    { ...payment, ordinals: ordinals.address },
    ...rows.filter(row => row !== payment && row !== ordinals),
  ]
}

function groupOf(
  { active }: Pick<ConnectionsState, 'active'>,
  connection: Connection,
  namespace: ChainNamespace,
): WalletGroup {
  const used = active[namespace]
  const all = connection.namespaces[namespace]?.accounts ?? []
  // A wallet of a login answers for the account in use alone, its first: the other type is a choice of Account.
  const accounts = walletAccounts(connection.transport === 'embedded' ? all.slice(0, 1) : all)
  const address = used?.connectionId === connection.id ? addressOf(used.caip10) : undefined
  const row = accounts.find(each => each.address === address || each.ordinals === address)
  return { connection, accounts, current: address === undefined ? undefined : row?.address }
}
