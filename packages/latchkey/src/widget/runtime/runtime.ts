/** What the light handle reaches through one `import()`: engine, shell and stage as one thing (DESIGN, load plan 2). */
import type { ChainNamespace } from '../../contract/caip.ts'
import type { Connection } from '../../contract/connection.ts'
import type { LatchkeyState } from '../../contract/state.ts'
import type { ViewName } from '../../contract/views.ts'
import type { DiscoveredWallet, WalletRow } from '../../contract/wallet.ts'
import type { Clock } from '../../engine/base/clock.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import type { Facts } from '../../engine/base/facts.ts'
import type { ConnectionsSnapshot } from '../../engine/connections/connectionsState.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ViewDefinition } from '../shell/defineView.ts'
import type { ViewData } from './viewData.ts'

export interface OpenOptions<View extends ViewName = ViewName> {
  readonly view?: View
  readonly namespace?: ChainNamespace
  /** The view's own data; each view states its shape in `viewData.ts`. */
  readonly arguments?: View extends keyof ViewData ? ViewData[View] : undefined
}

export interface RuntimeOptions {
  readonly config: ResolvedConfig
  readonly facts: Facts
  /** Wallets that announced themselves before the engine was there, and those that will. */
  readonly discovery: {
    readonly found: readonly DiscoveredWallet[]
    subscribe(listener: (wallet: DiscoveredWallet) => void): () => void
  }
  /** What was painted from storage; undefined when nothing was stored. */
  readonly snapshot: ConnectionsSnapshot | undefined
  /** Time, replaceable by whoever shows states that need minutes to come about. */
  readonly clock?: Clock
  /** Views in the place of the widget's own, for whoever shows one that cannot be loaded. */
  readonly views?: readonly ViewDefinition[]
}

export interface Runtime {
  readonly engine: Engine
  getState(): LatchkeyState
  subscribe(listener: () => void): () => void
  walletRows(): readonly WalletRow[]
  /** Shows the dialog at once, in the same task as the click (DECISIONS T11). */
  open(options?: OpenOptions): void
  close(): void
  /** Opens Connect and waits for the visitor. @throws LatchkeyError MODAL_CLOSED. */
  connectInModal(options?: { readonly namespace?: ChainNamespace }): Promise<Connection>
  configure(config: ResolvedConfig): void
  /** Appends the stage to an element (inline mode), or moves nothing when it is there already. */
  mount(element: HTMLElement): void
  destroy(): void
}
