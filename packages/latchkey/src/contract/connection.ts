/** Connections: one approval, one disconnect, possibly several namespaces (DESIGN, "Four nouns"). */
import type { Account, AccountType } from './account.ts'
import type { CaipNetworkId } from './caip.ts'

/** How a wallet is reached: in this browser, over the relay, or as the embedded wallet. */
export type Transport = 'injected' | 'pairing' | 'embedded'

/**
 * The connector types of SPEC §3: a wallet that announced itself in this page, one found by a known global, one over the
 * relay, the embedded wallet, or one with a provider for each of several namespaces.
 */
export type ConnectorType = 'ANNOUNCED' | 'INJECTED' | 'WALLET_CONNECT' | 'AUTH' | 'MULTI_CHAIN'

/** The most accounts that a connection holds in one namespace; further ones are left out. */
export const mostAccounts = 256

/** The accounts and the network that a connection has in one namespace. */
export interface ConnectedNamespace {
  /** The accounts that the wallet granted, at least one. */
  readonly accounts: readonly Account[]
  /** The network that the wallet is on. Two wallets may be on different ones. */
  readonly caipNetworkId: CaipNetworkId
  /**
   * Embedded wallet: the type of account that its visitor uses where the network carries it. Absent: not known, or another
   * wallet's.
   */
  readonly preferredAccountType?: AccountType | undefined
  /** Embedded wallet: whether the smart account in use is a contract on this network. Absent while not known. */
  readonly smartAccountDeployed?: boolean | undefined
}

/** Who is logged in to an embedded wallet (SPEC §3 "auth info"). */
export interface ConnectionAuth {
  /** How the visitor logged in: `email`, `passkey`, or a provider's name. */
  readonly name: string
  /** The address or name of the login; absent where there is none. */
  readonly username?: string
  /** The email address of the login; absent where it has none. */
  readonly email?: string
  /** The name that the provider gives the visitor; absent where it gives none. */
  readonly userName?: string
}

/** One approval by a wallet, for one or more namespaces (SPEC §3). JSON-safe; it holds no provider. */
export interface Connection {
  /** A random id, stable across reloads. */
  readonly id: string
  /** The canonical id of the wallet. */
  readonly walletId: string
  /** How the wallet is reached. */
  readonly transport: Transport
  /** The type of the connector: all but MULTI_CHAIN, since each namespace of an installed wallet connects by itself. */
  readonly type: ConnectorType
  /** The wallet's name, icon and rdns for display, and the id under which it was found where that is none of them. */
  readonly wallet: {
    readonly name: string
    readonly icon?: string
    readonly rdns?: string
    readonly injectedId?: string
  }
  /** The accounts and networks by namespace. */
  readonly namespaces: Readonly<Record<string, ConnectedNamespace>>
  /** Who is logged in; only for an embedded wallet. */
  readonly auth?: ConnectionAuth
}

/** The status of a stored connection (SPEC §4 "Stored connection status"). */
export type StoredConnectionStatus = 'connected' | 'active' | 'disconnected'

/** A connection that ended, stored so that its wallet can connect again through its own flow (SPEC §3). */
export interface RecentConnection extends Connection {
  /**
   * The stored status, 'disconnected' as this release writes it. Reconnecting one with another status is an error (SPEC
   * §4).
   */
  readonly status: StoredConnectionStatus
}
