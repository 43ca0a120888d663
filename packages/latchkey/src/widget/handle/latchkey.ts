/** The handle a host holds (DECISIONS C1–C3, C12). */
import type { AccountState } from '../../contract/account.ts'
import type { CaipNetworkId, ChainNamespace } from '../../contract/caip.ts'
import type { Connection, ConnectorType, RecentConnection } from '../../contract/connection.ts'
import type { FactListener, FactType } from '../../contract/facts.ts'
import type { Network, NetworkInput } from '../../contract/network.ts'
import type { LatchkeyPatch, ThemeMode } from '../../contract/options.ts'
import type { TransferReceipt } from '../../contract/send.ts'
import type { LatchkeyState } from '../../contract/state.ts'
import type { ViewName } from '../../contract/views.ts'
import type { WalletId, WalletTag } from '../../contract/wallet.ts'
import type { PayOptions, PayResult } from '../../engine/flows/pay/payFlow.ts'
import type { SendCallsOptions, SendCallsResult } from '../../engine/flows/send/sendCalls.ts'
import type { ReceiptOptions } from '../../engine/nouns/journal/waitForReceipt.ts'
import type { OpenOptions } from '../runtime/runtime.ts'
import type { ResultOf } from '../runtime/viewResults.ts'

/** One wallet of the list, JSON-safe, for hosts that draw their own list. */
export interface WalletSummary {
  /** The value for `connect({ wallet })`. */
  readonly key: string
  /** The canonical id of the wallet. */
  readonly walletId: WalletId
  /** The name that visitors read. */
  readonly name: string
  /** The picture as a URL; undefined without one. */
  readonly icon: string | undefined
  /**
   * The type of the connector: that of the one provider here, MULTI_CHAIN with providers in several namespaces, and
   * WALLET_CONNECT over the relay. Undefined for a wallet that is neither installed nor reached over the relay.
   */
  readonly type: ConnectorType | undefined
  /** The tag beside the name; undefined without one. */
  readonly tag: WalletTag | undefined
  /** The namespaces in which it is installed here; empty when it is not installed. */
  readonly namespaces: readonly ChainNamespace[]
}

/** Options of `latchkey.connect`. */
export interface HandleConnectOptions {
  /** The `key` of a wallet of `getWallets()`. Without it the widget opens and the visitor chooses. */
  readonly wallet?: string
  /**
   * The namespace to connect in.
   * @default with `adopt` the active one, else the wallet's first one
   */
  readonly namespace?: ChainNamespace
  /** A wallet that the page connected itself: it is shown as connected, without a prompt. Instead of `wallet`. */
  readonly adopt?: AdoptedWallet
  /** Aborts the connect: it rejects with MODAL_CLOSED, and a list that was opened for it closes. */
  readonly signal?: AbortSignal
}

/** A provider that the visitor has authorized already, and its wallet's name and icon. */
export interface AdoptedWallet {
  /** The wallet's provider: EIP-1193 for eip155. */
  readonly provider: unknown
  /** The wallet's name. */
  readonly name: string
  /** The wallet's icon as a data URI. */
  readonly icon?: string
  /** The wallet's reversed domain name (EIP-6963). */
  readonly rdns?: string
}

/** Options of `latchkey.switchNetwork`. */
export interface HandleSwitchOptions {
  /**
   * When `false`, a refusal resolves instead of rejecting.
   * @default true
   */
  readonly throwOnFailure?: boolean
}

/** Options of `latchkey.switchConnection`. */
export interface SwitchConnectionOptions {
  /** The id of one of `getState().connections` or `recentConnections`. */
  readonly connectionId: string
  /**
   * One of the connection's accounts.
   * @default the account in use, else the first
   */
  readonly address?: string
  /** The namespace to switch in. */
  readonly namespace?: ChainNamespace
}

/** The current connections, and those that ended. */
export interface ConnectionLists {
  /** The current connections. */
  readonly connections: readonly Connection[]
  /** Connections that ended, the last one first. */
  readonly recentConnections: readonly RecentConnection[]
}

/** The handle of a widget, as `createLatchkey` returns it (SPEC §1). Promises reject with `LatchkeyError`. */
export interface Latchkey {
  /** The id from the options. */
  readonly id: string
  /**
   * Resolves when stored connections are confirmed or given up; on a server at once.
   * @throws LatchkeyError CONFIG_INVALID in development; CHUNK_FAILED or DUPLICATE_ID when the widget that confirms
   * them cannot load; DESTROYED.
   */
  readonly ready: Promise<void>
  /** Returns the public state: frozen, and JSON-safe. Before the widget is loaded it comes from the stored snapshot. */
  getState(): LatchkeyState
  /**
   * Returns the account state of a namespace, disconnected when there is none (SPEC §5). Loads the widget, which
   * `getState()` does not.
   * @throws LatchkeyError NAMESPACE_REQUIRED without a namespace.
   */
  getAccount(namespace: ChainNamespace): Promise<AccountState>
  /** Returns the state that a server renders: disconnected, or the host's `initialState`. */
  getServerState(): LatchkeyState
  /**
   * Calls the listener after each change of the state. Accounts and networks are reported at once, other changes after
   * the next frame. Returns a function that stops it.
   */
  subscribe(listener: (state: LatchkeyState) => void): () => void
  /** Calls the listener when the selected part of the state changes identity. Returns a function that stops it. */
  subscribe<T>(selector: (state: LatchkeyState) => T, listener: (selected: T) => void): () => void
  /** Calls the listener at each event of a type. Returns a function that stops it. */
  on<T extends FactType>(type: T, listener: FactListener<T>): () => void
  /** Returns the wallet list. It is empty until the widget is loaded; `preload()` loads it. */
  getWallets(): readonly WalletSummary[]
  /**
   * Calls the listener when the list of wallets or networks may have changed; an unchanged list keeps its identity.
   * Returns a function that stops it.
   */
  subscribeWallets(listener: () => void): () => void
  /** Returns the host's networks. */
  getNetworks(): readonly Network[]
  /**
   * Opens the widget (SPEC §2 "Opening the modal"). WalletSend resolves with the wallet's answer, and Swap with the
   * transaction's hash. Both reject when the visitor closes them before: with MODAL_CLOSED, or with the last failure,
   * such as SEND_REJECTED, SEND_UNKNOWN or SWAP_NO_ROUTE. Pay resolves as `pay` does. Other views resolve when they are open.
   * @throws LatchkeyError SWAP_UNSUPPORTED where swapping is not offered; CHUNK_FAILED, DESTROYED, ADAPTER_NOT_FOUND for a namespace without an adapter (SPEC §8).
   */
  open<View extends ViewName>(options?: OpenOptions<View>): Promise<ResultOf<View>>
  /**
   * Returns what went wrong in this page lately, for a bug report: a line each with time, level and words, errors alone,
   * at most 1,024,000 bytes with the oldest gone first (SPEC §9). It names no key, pairing link or message. Empty before
   * the widget is loaded.
   */
  getLogs(): string
  /** Closes the widget. */
  close(): Promise<void>
  /**
   * Opens the widget and resolves with the new connection; with `wallet` or `adopt` it does not open.
   * @throws LatchkeyError MODAL_CLOSED, CONNECTION_REJECTED, CONNECT_FAILED, WALLET_NOT_FOUND, ADAPTER_NOT_FOUND.
   */
  connect(options?: HandleConnectOptions): Promise<Connection>
  /**
   * Ends the connections of a namespace, one connection, or all.
   * @throws LatchkeyError DISCONNECT_CHAINS_FAILED.
   */
  disconnect(options?: { readonly namespace?: ChainNamespace; readonly connectionId?: string }): Promise<void>
  /**
   * Makes another connection, or another account of one, the one in use. A current connection needs no prompt; one that
   * ended connects again through its own flow (SPEC §4 "Stored connection status"). Needs `multiWallet`.
   * @throws LatchkeyError MULTI_WALLET_DISABLED, NOT_CONNECTED for an unknown id, INVALID_CAIP_ADDRESS,
   * NO_AUTH_CONNECTOR for an embedded wallet that was logged out, and those of `connect`.
   */
  switchConnection(options: SwitchConnectionOptions): Promise<Connection>
  /**
   * Deletes a connection that ended from the list. Needs `multiWallet`.
   * @throws LatchkeyError MULTI_WALLET_DISABLED.
   */
  deleteRecentConnection(options: { readonly connectionId: string }): Promise<void>
  /**
   * Calls the listener when current or recent connections change. Resolves with a function that stops it. Needs
   * `multiWallet` (SPEC §6).
   * @throws LatchkeyError MULTI_WALLET_DISABLED, with an info alert.
   */
  subscribeConnections(listener: (lists: ConnectionLists) => void): Promise<() => void>
  /**
   * Moves the wallet to a network, and adds the network to the wallet when it is unknown there.
   * @throws LatchkeyError NETWORK_NOT_FOUND, SWITCH_REJECTED, SWITCH_FAILED, UNSUPPORTED_CHAIN.
   */
  switchNetwork(network: NetworkInput | CaipNetworkId, options?: HandleSwitchOptions): Promise<void>
  /**
   * Waits for the outcome of a transaction, or of a batch by its id: confirmed, failed, or replaced by another
   * transaction of the sender.
   * @throws LatchkeyError RPC_ABORTED, NETWORK_NOT_FOUND, UNSUPPORTED_CHAIN, SEND_INCOMPLETE, SEND_FAILED for a batch
   * that never reached the chain.
   */
  waitForReceipt(options: ReceiptOptions): Promise<TransferReceipt>
  /**
   * Asks the connected wallet to send several calls: as one batch where it supports batches (EIP-5792), else one by
   * one, each after the previous one is confirmed. The widget shows the progress unless `show` is false; closing it
   * ends nothing. The same calls requested again within an hour of a lost answer are looked for first: they are not sent
   * twice.
   * @throws LatchkeyError NOT_CONNECTED, SEND_REJECTED, SEND_FAILED, SEND_BUSY, SEND_UNKNOWN, RECEIVER_INVALID,
   * INVALID_AMOUNT. `context.hashes` lists the calls sent before.
   */
  sendCalls(options: SendCallsOptions & { readonly show?: boolean }): Promise<SendCallsResult>
  /**
   * Opens the widget for a payment and resolves when the visitor closes it: a visitor's no, an expired payment and a failure are results. `paymentId` is
   * a payment that your backend made by `latchkey/server`: receiver and amount come from the services (`verified: true`). With `recipient`,
   * `asset` (CAIP-19) and `amount` (whole units, a decimal text) nothing but the page vouches for them (`verified: false`). Deliver goods by the
   * services' webhook, not by this result.
   * @throws LatchkeyError PAYMENT_INVALID for options that are none, PAYMENT_UNSUPPORTED where payments are not offered, CHUNK_FAILED, DESTROYED.
   */
  pay(options: PayOptions): Promise<PayResult>
  /**
   * As the browser's `fetch`; an answer of HTTP 402 (x402 version 2, "exact" by EIP-3009) is paid by the connected account and requested once more. The
   * visitor allows each payment, or a limit for this page and site. Where it cannot be paid, the 402 answer itself is returned.
   * @throws LatchkeyError SPENDING_CAP when the visitor refuses, SIGN_FAILED, CHUNK_FAILED, DESTROYED; and what `fetch` throws.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>
  /**
   * Adds a network to the host's list, or replaces the one with its id.
   * @throws LatchkeyError ADAPTER_NOT_FOUND for a namespace without an adapter (SPEC §5).
   */
  addNetwork(network: NetworkInput): Promise<void>
  /**
   * Removes a network from the host's list.
   * @throws LatchkeyError ADAPTER_NOT_FOUND for a namespace without an adapter (SPEC §5).
   */
  removeNetwork(caipNetworkId: CaipNetworkId): Promise<void>
  /** Returns the connected wallet's own provider (EIP-1193 for eip155); undefined while none is connected. */
  getProvider(namespace?: ChainNamespace): unknown
  /**
   * The current pairing URI, for a host that draws its own code; undefined while there is none. Never log it: anyone
   * who has it can answer in the wallet's place. The event `pairingUri` announces each new one.
   */
  readonly wcUri: string | undefined
  /** Sets the color theme. `'system'` follows the visitor's system. */
  setThemeMode(mode: ThemeMode | 'system'): void
  /**
   * Changes live options. A value of the patch replaces the old one as a whole.
   * @throws LatchkeyError CONFIG_INVALID for an option that cannot change, or an invalid value; then nothing changes.
   */
  update(patch: LatchkeyPatch): Promise<void>
  /**
   * Ends the sign-in session of the active account on its network, and no other. The wallet stays connected.
   * @throws LatchkeyError SIWX_DISABLED ('SIWX is not enabled'), NO_ACTIVE_ADDRESS ('No ActiveCaipAddress found'),
   * NO_ACTIVE_NETWORK, and what the sign-in provider throws.
   */
  signOut(): Promise<void>
  /** Loads the code that opening needs. */
  preload(): Promise<void>
  /** Announces that a visitor is about to open (hover, focus): loads the code unless `preload` is 'none'. */
  intent(): void
  /** Puts the widget inside an element, inline and without an overlay (`autoMount: false`). */
  mount(element: HTMLElement): Promise<void>
  /** Removes the widget from the page and ends the handle. The wallets stay connected. */
  destroy(): void
}
