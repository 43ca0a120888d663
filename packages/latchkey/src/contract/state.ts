/** The public state: frozen, JSON-safe, reference-stable (SPEC §3, SPEC-NOTES §3, DECISIONS C2). */
import type { AccountState } from './account.ts'
import type { ChainNamespace } from './caip.ts'
import type { Connection, RecentConnection } from './connection.ts'
import type { Network } from './network.ts'
import type { ThemeMode, ThemeVariables } from './options.ts'
import type { ViewName } from './views.ts'

export interface LatchkeyState {
  readonly open: boolean
  readonly view: ViewName
  readonly loading: boolean
  readonly loadingByNamespace: Readonly<Record<string, boolean>>
  readonly activeNamespace: ChainNamespace
  /** The active network; the placeholder named 'unsupported' when the wallet is on one the host does not list. */
  readonly network: Network
  readonly accounts: Readonly<Record<string, AccountState>>
  readonly connections: readonly Connection[]
  /** Connections that ended, the last first; empty unless `multiWallet` is on. */
  readonly recentConnections: readonly RecentConnection[]
  /** The resolved feature flags, remote ones included. */
  readonly features: Readonly<Record<string, unknown>>
  readonly theme: { readonly mode: ThemeMode | 'system'; readonly variables: ThemeVariables }
}
