/** Connections: one approval, one disconnect, possibly several namespaces (DESIGN, "Four nouns"). */
import type { Account } from './account.ts'
import type { CaipNetworkId } from './caip.ts'

/** How a wallet is reached: in this browser, over the relay, or as the embedded wallet. */
export type Transport = 'injected' | 'pairing' | 'embedded'

/** The connector types of SPEC §3. */
export type ConnectorType = 'ANNOUNCED' | 'INJECTED' | 'WALLET_CONNECT' | 'AUTH' | 'MULTI_CHAIN'

/** The most accounts that a connection holds in one namespace; further ones are left out. */
export const mostAccounts = 256

/** The accounts and the network that a connection has in one namespace. */
export interface ConnectedNamespace {
  readonly accounts: readonly Account[]
  /** The network the wallet is on; two wallets may be on different ones. */
  readonly caipNetworkId: CaipNetworkId
}

/** Who is logged in to an embedded wallet (SPEC §3 "auth info"). */
export interface ConnectionAuth {
  /** How they logged in: `email`, `passkey`, or a social provider's name. */
  readonly name: string
  /** The address or name that they are known by there; absent where there is none. */
  readonly username?: string
}

/** One approval by a wallet, for one or more namespaces (SPEC §3). JSON-safe; it holds no provider. */
export interface Connection {
  /** Random; also the storage key. */
  readonly id: string
  readonly walletId: string
  readonly transport: Transport
  readonly wallet: { readonly name: string; readonly icon?: string; readonly rdns?: string }
  readonly namespaces: Readonly<Record<string, ConnectedNamespace>>
  /** Of an embedded wallet alone. */
  readonly auth?: ConnectionAuth
}

/** The status of a stored connection (SPEC §4 "Stored connection status"). */
export type StoredConnectionStatus = 'connected' | 'active' | 'disconnected'

/** A connection that ended, stored so that its wallet can connect again through its own flow (SPEC §3). */
export interface RecentConnection extends Connection {
  /** 'disconnected'; what an older or newer page stored is taken as it is, and reconnecting by another is an error. */
  readonly status: StoredConnectionStatus
}
