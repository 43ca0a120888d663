/** What the light handle reaches through one `import()`: engine, shell and stage as one thing (DESIGN, load plan 2). */
import type { ChainNamespace } from '../../contract/caip.ts'
import type { Connection } from '../../contract/connection.ts'
import type { LatchkeyState } from '../../contract/state.ts'
import type { ViewName } from '../../contract/views.ts'
import type { DiscoveredWallet, WalletRow } from '../../contract/wallet.ts'
import type { Frame } from '../../embedded/openFrame.ts'
import type { Api } from '../../engine/base/api.ts'
import type { Clock } from '../../engine/base/clock.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import type { Facts } from '../../engine/base/facts.ts'
import type { LinkPlatform } from '../../engine/base/linkPlatform.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ConnectionsSnapshot } from '../../engine/nouns/connections/connectionsState.ts'
import type { Directory } from '../../engine/nouns/directory/directory.ts'
import type { SessionClient } from '../../engine/nouns/sessions/sessionClient.ts'
import type { LinkWallets } from '../../engine/nouns/wallets/linkedWallets.ts'
import type { Rest } from '../handle/createRest.ts'
import type { Latchkey, WalletSummary } from '../handle/latchkey.ts'
import type { ViewDefinition } from '../shell/defineView.ts'
import type { Answer } from './createAnswers.ts'
import type { Navigation } from './createNavigation.ts'
import type { ViewData } from './viewData.ts'

/** Options of `latchkey.open`. */
export interface OpenOptions<View extends ViewName = ViewName> {
  /**
   * The view to show.
   * @default Account when connected, else Connect
   */
  readonly view?: View | undefined
  /** The namespace to activate first. */
  readonly namespace?: ChainNamespace | undefined
  /** The view's own data. */
  readonly arguments?: View extends keyof ViewData ? ViewData[View] : undefined
}

export interface RuntimeOptions {
  readonly config: ResolvedConfig
  readonly facts: Facts
  /** Wallets that announced themselves before the engine was there, and those that will. */
  readonly discovery: {
    readonly found: readonly DiscoveredWallet[]
    /** What tells those of them apart that say no rdns; absent as long as there is none. */
    link?(): LinkWallets | undefined
    /** Looks at the page again for wallets that no event announces; absent: there are none. */
    look?(): void
    subscribe(listener: (wallet: DiscoveredWallet) => void): () => void
  }
  /** The state the page was painted from; parts that say the same keep their identity. */
  readonly painted?: LatchkeyState | undefined
  /** When the page has time for drawing ahead of the first opening; absent: as soon as the runtime is there. */
  readonly rest?: Pick<Rest, 'moment' | 'wanted'> | undefined
  /** Restored instead of the stored snapshot; for the gallery and for tests. */
  readonly snapshot?: ConnectionsSnapshot | undefined
  /** Replaces the configuration in the handle, which hands it back by `configure`. */
  readonly configure?: (config: ResolvedConfig) => void
  /** The clock; fixtures replace it for states that take minutes to reach. */
  readonly clock?: Clock
  /** The wallets of a fixture in the place of the directory's. */
  readonly directory?: Directory | undefined
  /** The services of a fixture in the place of the real ones. */
  readonly api?: Api | undefined
  /** Pairing with the wallets of a fixture in the place of the relay's. */
  readonly sessions?: SessionClient | undefined
  /** The wallet frame of a fixture in the place of the one at `endpoints.frame`. */
  readonly frame?: (() => Promise<Frame>) | undefined
  /** A phone or a frame in the place of what the page runs in. */
  readonly platform?: LinkPlatform | undefined
  /** Views that replace the widget's own; for fixtures of a view that fails to load. */
  readonly views?: readonly ViewDefinition[]
}

/** The handle's verbs that need the runtime; the handle calls them by name. */
export type Verbs = Pick<
  Latchkey,
  | 'connect'
  | 'disconnect'
  | 'switchNetwork'
  | 'waitForReceipt'
  | 'sendCalls'
  | 'pay'
  | 'fetch'
  | 'signOut'
  | 'addNetwork'
  | 'removeNetwork'
  | 'update'
  | 'mount'
  | 'switchConnection'
  | 'deleteRecentConnection'
  | 'subscribeConnections'
  | 'getAccount'
>

export interface Runtime {
  readonly verbs: Verbs
  readonly engine: Engine
  getState(): LatchkeyState
  subscribe(listener: () => void): () => void
  walletRows(): readonly WalletRow[]
  /** The same, JSON-safe; the same list until one of them changed. */
  walletSummaries(): readonly WalletSummary[]
  /** The connected wallet's own provider of a namespace. */
  provider(namespace: ChainNamespace): unknown
  /** Shows the dialog at once, in the same task as the click (DECISIONS T11); a view with a result is waited for. */
  open(options?: OpenOptions): Promise<Answer> | undefined
  /** Like `open`, for a view that the visitor did not request: does nothing before the host has mounted the widget. */
  present(options?: OpenOptions): void
  close(): void
  /** For a view that a page asks for while another is shown: over that one, and gone when its reason has passed. */
  readonly navigation: Pick<Navigation, 'push' | 'pass'>
  /** Opens Connect and waits for the visitor. @throws LatchkeyError MODAL_CLOSED. */
  connectInModal(options?: { readonly namespace?: ChainNamespace }): Promise<Connection>
  configure(config: ResolvedConfig): void
  /** Appends the stage to an element (inline mode), or moves nothing when it is there already. */
  mount(element: HTMLElement): void
  destroy(): void
}
