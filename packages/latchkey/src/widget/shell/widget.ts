/** What views are given: the engine, the state to draw, and the ways to go (one per runtime, by React context). */
import type { AccountTab } from '../../contract/account.ts'
import type { ChainNamespace } from '../../contract/caip.ts'
import type { LatchkeyState } from '../../contract/state.ts'
import type { ViewName } from '../../contract/views.ts'
import type { WalletRow } from '../../contract/wallet.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import type { LinkPlatform } from '../../engine/base/linkPlatform.ts'
import type { Notice } from '../../engine/context.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Connecting } from '../../engine/flows/connect/createConnecting.ts'
import type { Notices } from '../../ui/notice/createNotices.ts'
import type { Stage } from '../../ui/stage/createStage.ts'
import type { DataOf } from './defineView.ts'
import type { Entry, ModalState } from './modalTransition.ts'
import type { ViewLoader } from './viewLoader.ts'

/** All that views draw from; parts that did not change keep their identity. */
export interface WidgetSnapshot {
  readonly state: LatchkeyState
  readonly config: ResolvedConfig
  readonly modal: ModalState
  readonly rows: readonly WalletRow[]
  /** The wallet of a key, also of a list for one namespace, which may name others. */
  row(key: string | undefined): WalletRow | undefined
  /** Wallets of this page had time to make themselves known. */
  readonly settled: boolean
  /** The visitor cannot continue without signing in. */
  readonly signInRequired: boolean
}

export interface Widget {
  readonly engine: Engine
  readonly views: ViewLoader
  /** What the card says for a moment. */
  readonly notices: Notices
  readonly connecting: Connecting
  /** Reports that part of a namespace is loading, or no longer is (SPEC §4 "Modal"). */
  loading(namespace: ChainNamespace, isLoading: boolean): void
  /** The platform of the page; fixtures replace it. Default: detected from the page. */
  readonly platform?: LinkPlatform | undefined
  /** Resolves when a visitor wants the widget that the page drew ahead by itself; absent: it was wanted from the start. */
  readonly wanted?: Promise<void> | undefined
  /** What the widget is drawn on; undefined before that. */
  stage(): Stage | undefined
  snapshot(): WidgetSnapshot
  subscribe(listener: () => void): () => void
  push<Name extends ViewName>(view: Name, data?: DataOf<Name>): void
  replace<Name extends ViewName>(view: Name, data?: DataOf<Name>): void
  /** Gives the view that is shown other data: only its title is made anew. */
  amend<Name extends ViewName>(view: Name, data: DataOf<Name>): void
  /** Opens the widget on a view, as the handle does. @throws LatchkeyError CONFIG_INVALID before it is mounted. */
  open(view: ViewName): void
  /** A view's reason has passed: it leaves the history, and with it the widget when it was all there was. */
  pass(view: ViewName): void
  /** Goes back; from the first view, closes. */
  back(): void
  close(): void
  /** Shows a tab of Account, now or when it is gone to. */
  selectTab(tab: AccountTab): void
  /** What the visitor came for is done: back to the account, else closed. */
  finish(): void
  /** Says something for a moment: in the card while it is shown, else on the page. */
  notify(notice: Notice): void
  /** Whether the visitor's focus is in the widget: inline, it may be elsewhere in the page. */
  isVisited(): boolean
  /** Puts focus on the view's heading when nothing in the open widget has it. */
  catchFocus(): void
  /** Moves focus from the view's heading on to its first field. */
  moveFocus(field: HTMLElement): void
  announce(text: string, politeness?: 'polite' | 'assertive'): void
  /** Reports the entry that is drawn now; a card that fades out still shows the previous one. */
  drew(entry: Entry): void
}
