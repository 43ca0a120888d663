/** The engine as the widget sees it: its context and the verbs of the foundation (DESIGN, "Arrows"). */
import type { ChainNamespace } from '../contract/caip.ts'
import type { Connection } from '../contract/connection.ts'
import type { ConnectorOrder } from '../contract/options.ts'
import type { DiscoveredWallet, WalletListing, WalletRow } from '../contract/wallet.ts'
import type { ResolvedConfig } from './base/config.ts'
import type { EngineContext } from './context.ts'
import type { PairFlow } from './flows/pair/pairFlow.ts'
import type { SignIn } from './flows/signin/signIn.ts'
import type { Activity } from './nouns/activity/activity.ts'
import type { Journal } from './nouns/journal/journal.ts'
import type { Nfts } from './nouns/nfts/nfts.ts'
import type { Tokens } from './nouns/tokens/tokens.ts'

export interface ConnectOptions {
  /** The provider to ask: one namespace of a row. */
  readonly wallet: DiscoveredWallet
  /** The row's canonical id. */
  readonly walletId: string
  /** True: takes over what the host connected already, without a prompt. */
  readonly silent?: boolean
  readonly signal?: AbortSignal
}

export interface SwitchOptions {
  /** CAIP-2 id of a listed network. */
  readonly caipNetworkId: string
  readonly signal?: AbortSignal
}

export interface DisconnectOptions {
  readonly namespace?: ChainNamespace
  readonly connectionId?: string
}

/** Wallets in the directory's rank, and the order of the groups they fall into. */
export interface ListedWallets {
  readonly wallets: readonly WalletListing[]
  readonly order: readonly ConnectorOrder[]
}

export interface Engine {
  readonly ctx: EngineContext
  /**
   * The wallet list as SPEC-NOTES §2 composes it; the same array until something in it changes. With a list, all of its
   * wallets instead, made anew each time.
   */
  walletRows(namespace?: ChainNamespace, list?: ListedWallets): readonly WalletRow[]
  connect(options: ConnectOptions): Promise<Connection>
  /** Pairing with wallets beyond this browser, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  pairing(): Promise<PairFlow>
  /** The pairing URI of now; undefined while there is none to be shown. */
  readonly wcUri: string | undefined
  disconnect(options?: DisconnectOptions): Promise<void>
  switchNetwork(options: SwitchOptions): Promise<void>
  /** Makes another namespace the active one without touching connections. */
  chooseNamespace(namespace: ChainNamespace): void
  /** The active account's collectibles, in a chunk of their own. @throws LatchkeyError CHUNK_FAILED. */
  nfts(): Promise<Nfts>
  /** Refreshes the native balance of the active account, at most once in 30 s (SPEC §9). */
  refreshBalance(namespace?: ChainNamespace): Promise<void>
  /** What the active account holds, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  tokens(): Promise<Tokens>
  /** What the active account did, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  activity(): Promise<Activity>
  /** What was set going from here, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  journal(): Promise<Journal>
  /** Signing in, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  signIn(): Promise<SignIn>
  configure(config: ResolvedConfig): void
  /** Resolves when stored connections were confirmed or given up; rejects on a wrong configuration. */
  readonly ready: Promise<void>
  destroy(): void
}
