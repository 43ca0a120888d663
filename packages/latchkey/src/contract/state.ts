/** The public state: frozen, JSON-safe, reference-stable (SPEC §3, SPEC-NOTES §3, DECISIONS C2). */
import type { AccountState } from './account.ts'
import type { ChainNamespace } from './caip.ts'
import type { Connection, RecentConnection } from './connection.ts'
import type { Network } from './network.ts'
import type { ThemeMode, ThemePreset, ThemeVariables } from './options.ts'
import type { ViewName } from './views.ts'

/** The public state of a widget: frozen and JSON-safe. Parts that did not change keep their identity (SPEC §3). */
export interface LatchkeyState {
  /** Whether the widget is open. */
  readonly open: boolean
  /** The current view of the widget. */
  readonly view: ViewName
  /** Whether a connect is in progress in any namespace. */
  readonly loading: boolean
  /** Whether a connect is in progress, by namespace. */
  readonly loadingByNamespace: Readonly<Record<string, boolean>>
  /** The active namespace, for example `eip155`. */
  readonly activeNamespace: ChainNamespace
  /**
   * The active network. It is a placeholder named 'unsupported' while the wallet is on a network that the host does not
   * list.
   */
  readonly network: Network
  /** The account state by namespace. */
  readonly accounts: Readonly<Record<string, AccountState>>
  /** The current connections, one for each approval by a wallet. */
  readonly connections: readonly Connection[]
  /** Connections that ended, the last one first. Empty unless `features.multiWallet` is on. */
  readonly recentConnections: readonly RecentConnection[]
  /** The feature flags in effect, remote flags included. */
  readonly features: Readonly<Record<string, unknown>>
  /** The theme mode, the preset and the host's theme variables in effect. */
  readonly theme: {
    readonly mode: ThemeMode | 'system'
    readonly preset?: ThemePreset | undefined
    readonly variables: ThemeVariables
  }
}
