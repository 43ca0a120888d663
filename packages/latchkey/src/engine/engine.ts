/** The engine as the widget sees it: its context and the verbs of the foundation (DESIGN, "Arrows"). */
import type { ChainNamespace } from '../contract/caip.ts'
import type { Connection } from '../contract/connection.ts'
import type { ConnectorOrder } from '../contract/options.ts'
import type { DiscoveredWallet, WalletListing, WalletRow } from '../contract/wallet.ts'
import type { ResolvedConfig } from './base/config.ts'
import type { EngineContext } from './context.ts'
import type { AllWallets } from './flows/catalogue/createAllWallets.ts'
import type { Connecting } from './flows/connect/createConnecting.ts'
import type { ExchangeFlow } from './flows/exchange/exchangeFlow.ts'
import type { Naming } from './flows/name/naming.ts'
import type { RampFlow } from './flows/onramp/rampFlow.ts'
import type { Settings } from './flows/ownwallet/createSettings.ts'
import type { PaidRequests } from './flows/paidrequest/paidRequest.ts'
import type { PairFlow } from './flows/pair/pairFlow.ts'
import type { PayFlow, PayResult } from './flows/pay/payFlow.ts'
import type { Calls } from './flows/send/createCalls.ts'
import type { SendReview } from './flows/send/createReview.ts'
import type { SendFlow } from './flows/send/createSendFlow.ts'
import type { SendCallsOptions } from './flows/send/sendCalls.ts'
import type { SignIn } from './flows/signin/signIn.ts'
import type { Swaps } from './flows/swap/swapFlow.ts'
import type { Switching } from './flows/switchnetwork/createSwitching.ts'
import type { Activity } from './nouns/activity/activity.ts'
import type { Funding } from './nouns/funding/funding.ts'
import type { Journal } from './nouns/journal/journal.ts'
import type { OwnNames } from './nouns/names/ownNames.ts'
import type { Nfts } from './nouns/nfts/nfts.ts'
import type { Orders } from './nouns/orders/orders.ts'
import type { Tokens } from './nouns/tokens/tokens.ts'

export interface ConnectOptions {
  /** The provider to ask: one namespace of a row. */
  readonly wallet: DiscoveredWallet
  /** The same provider in other namespaces, for which its one prompt answers as well. Default none. */
  readonly joint?: readonly DiscoveredWallet[]
  /** The row's canonical id. */
  readonly walletId: string
  /** The row's name, for a wallet that says none itself. Default what it was found under. */
  readonly name?: string
  /** The row's picture, for a wallet that brings none itself. */
  readonly icon?: string | undefined
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
  /** Asks a wallet of this browser: what has to be chosen, how long it has been asked, what it said. */
  readonly connecting: Connecting
  /** Pairing with wallets beyond this browser, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  pairing(): Promise<PairFlow>
  /** The pairing URI of now; undefined while there is none to be shown. */
  readonly wcUri: string | undefined
  disconnect(options?: DisconnectOptions): Promise<void>
  switchNetwork(options: SwitchOptions): Promise<void>
  /** Asks a wallet to move to a network and follows it, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  switching(): Promise<Switching>
  /** Makes another namespace the active one without touching connections. */
  chooseNamespace(namespace: ChainNamespace): void
  /** The active account's collectibles, in a chunk of their own. @throws LatchkeyError CHUNK_FAILED. */
  nfts(): Promise<Nfts>
  /** The active account's names in the services' zone, in a chunk of their own. @throws LatchkeyError CHUNK_FAILED. */
  names(): Promise<OwnNames>
  /** Registering a name and changing one that the account holds, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  naming(): Promise<Naming>
  /** Refreshes the native balance of the active account, at most once in 30 s (SPEC §9). */
  refreshBalance(namespace?: ChainNamespace): Promise<void>
  /** What the active account holds, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  tokens(): Promise<Tokens>
  /** What the active account did, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  activity(): Promise<Activity>
  /** What was set going from here, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  journal(): Promise<Journal>
  /** A transfer as far as the form: what is held, the draft and its checks, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  sending(): Promise<SendFlow>
  /** A transfer from its review to the wallet's answer, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  review(): Promise<SendReview>
  /** Follows several calls, which `send()` asks the wallet for, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  calls(options: SendCallsOptions): Promise<Calls>
  /** Swapping, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  swapping(): Promise<Swaps>
  /** Buying with fiat money, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  buying(): Promise<RampFlow>
  /** Which ways to more funds there are, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  funding(): Promise<Funding>
  /** Depositing and paying from an exchange, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  exchanging(): Promise<ExchangeFlow>
  /** Orders at on-ramps and exchanges, in a chunk of their own. @throws LatchkeyError CHUNK_FAILED. */
  orders(): Promise<Orders>
  /** Paying a merchant, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  paying(): Promise<PayFlow>
  /** Requests that cost something (HTTP 402), in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  paidRequests(): Promise<PaidRequests>
  /** The result of the last payment so far; that of none is cancelled. */
  payResult(): PayResult
  /** The directory's wallets by page and by search, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  allWallets(): Promise<AllWallets>
  /** The settings of the wallet that came with a login, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  walletSettings(): Promise<Settings>
  /** Signing in, in a chunk of its own. @throws LatchkeyError CHUNK_FAILED. */
  signIn(): Promise<SignIn>
  configure(config: ResolvedConfig): void
  /** Resolves when stored connections were confirmed or given up; rejects on a wrong configuration. */
  readonly ready: Promise<void>
  destroy(): void
}
