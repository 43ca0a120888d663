/** The handle a host holds (DECISIONS C1–C3, C12). */
import type { AccountState } from '../../contract/account.ts'
import type { CaipNetworkId, ChainNamespace } from '../../contract/caip.ts'
import type { Connection, RecentConnection } from '../../contract/connection.ts'
import type { FactListener, FactType } from '../../contract/facts.ts'
import type { Network, NetworkInput } from '../../contract/network.ts'
import type { LatchkeyPatch, ThemeMode } from '../../contract/options.ts'
import type { TransferReceipt } from '../../contract/send.ts'
import type { LatchkeyState } from '../../contract/state.ts'
import type { ViewName } from '../../contract/views.ts'
import type { WalletId, WalletTag } from '../../contract/wallet.ts'
import type { SendCallsOptions, SendCallsResult } from '../../engine/flows/send/sendCalls.ts'
import type { ReceiptOptions } from '../../engine/flows/send/waitForReceipt.ts'
import type { OpenOptions } from '../runtime/runtime.ts'
import type { ResultOf } from '../runtime/viewResults.ts'

/** One wallet of the list, JSON-safe, for hosts that draw their own. */
export interface WalletSummary {
  /** What `connect({ wallet })` takes. */
  readonly key: string
  readonly walletId: WalletId
  readonly name: string
  readonly icon: string | undefined
  readonly tag: WalletTag | undefined
  /** Namespaces in which it is installed here; empty when it is not. */
  readonly namespaces: readonly ChainNamespace[]
}

export interface HandleConnectOptions {
  /** The `key` of a wallet of `getWallets()`; without it the widget opens and the visitor chooses. */
  readonly wallet?: string
  readonly namespace?: ChainNamespace
  /** A wallet that the page connected by itself: shown as connected here too, without a prompt. Instead of `wallet`. */
  readonly adopt?: AdoptedWallet
  readonly signal?: AbortSignal
}

/** A provider that is authorised already, and whose it is. */
export interface AdoptedWallet {
  /** EIP-1193 for eip155. */
  readonly provider: unknown
  readonly name: string
  /** A data URI. */
  readonly icon?: string
  readonly rdns?: string
}

export interface HandleSwitchOptions {
  /** False: a refusal resolves instead of rejecting, and the state tells. Default true. */
  readonly throwOnFailure?: boolean
}

export interface SwitchConnectionOptions {
  /** Of `getState().connections` or `recentConnections`. */
  readonly connectionId: string
  /** One of the connection's accounts; default the one in use, else its first. */
  readonly address?: string
  readonly namespace?: ChainNamespace
}

/** What is connected, and what was. */
export interface ConnectionLists {
  readonly connections: readonly Connection[]
  readonly recentConnections: readonly RecentConnection[]
}

export interface Latchkey {
  readonly id: string
  /**
   * Resolves when stored connections were confirmed or given up; on a server at once.
   * @throws LatchkeyError CONFIG_INVALID, in development; CHUNK_FAILED, DUPLICATE_ID when there is no widget to confirm them; DESTROYED.
   */
  readonly ready: Promise<void>
  getState(): LatchkeyState
  /**
   * The account of a namespace, as in the state; disconnected when there is none (SPEC §5). Loads the widget, which
   * `getState()` does not.
   * @throws LatchkeyError NAMESPACE_REQUIRED without one.
   */
  getAccount(namespace: ChainNamespace): Promise<AccountState>
  /** The state a server renders: disconnected, or the host's `initialState`. */
  getServerState(): LatchkeyState
  subscribe(listener: (state: LatchkeyState) => void): () => void
  /** Called only when what `selector` picks changed (by identity). */
  subscribe<T>(selector: (state: LatchkeyState) => T, listener: (selected: T) => void): () => void
  on<T extends FactType>(type: T, listener: FactListener<T>): () => void
  /** The wallet list; empty until the engine is there (`preload()` brings it). */
  getWallets(): readonly WalletSummary[]
  /** Called when this list or that of the networks may have changed; an unchanged one keeps its identity. */
  subscribeWallets(listener: () => void): () => void
  getNetworks(): readonly Network[]
  /**
   * Opens the widget (SPEC §2 "Opening the modal"). WalletSend resolves with the wallet's answer, and rejects when the visitor closes before there
   * is one: MODAL_CLOSED, or the last SEND_REJECTED, SEND_FAILED, SEND_UNKNOWN; every other view resolves when it is open.
   * @throws LatchkeyError CHUNK_FAILED, DESTROYED, ADAPTER_NOT_FOUND for a namespace without an adapter (SPEC §8).
   */
  open<View extends ViewName>(options?: OpenOptions<View>): Promise<ResultOf<View>>
  close(): Promise<void>
  /** @throws LatchkeyError MODAL_CLOSED, CONNECTION_REJECTED, CONNECT_FAILED, WALLET_NOT_FOUND, ADAPTER_NOT_FOUND. */
  connect(options?: HandleConnectOptions): Promise<Connection>
  /** Ends the connections of a namespace, one connection, or all. @throws LatchkeyError DISCONNECT_CHAINS_FAILED. */
  disconnect(options?: { readonly namespace?: ChainNamespace; readonly connectionId?: string }): Promise<void>
  /**
   * Makes another connection, or another account of one, the one in use: without a prompt while it is connected; one that
   * ended is connected again through its own flow (SPEC §4 "Stored connection status"). Needs `multiWallet`.
   * @throws LatchkeyError MULTI_WALLET_DISABLED, NOT_CONNECTED for an unknown id, INVALID_CAIP_ADDRESS, and those of `connect`.
   */
  switchConnection(options: SwitchConnectionOptions): Promise<Connection>
  /** Forgets a connection that ended. Needs `multiWallet`. @throws LatchkeyError MULTI_WALLET_DISABLED. */
  deleteRecentConnection(options: { readonly connectionId: string }): Promise<void>
  /**
   * Calls when connections or recent ones change; resolves with what ends it. Needs `multiWallet` (SPEC §6).
   * @throws LatchkeyError MULTI_WALLET_DISABLED, with an info alert.
   */
  subscribeConnections(listener: (lists: ConnectionLists) => void): Promise<() => void>
  /** @throws LatchkeyError NETWORK_NOT_FOUND, SWITCH_REJECTED, SWITCH_FAILED, UNSUPPORTED_CHAIN. */
  switchNetwork(network: NetworkInput | CaipNetworkId, options?: HandleSwitchOptions): Promise<void>
  /**
   * Waits for the receipt of a transaction, or of a batch by its id: confirmed, failed, or replaced by another one of the
   * sender.
   * @throws LatchkeyError RPC_ABORTED, NETWORK_NOT_FOUND, UNSUPPORTED_CHAIN, SEND_INCOMPLETE, SEND_FAILED for a batch that never reached the chain.
   */
  waitForReceipt(options: ReceiptOptions): Promise<TransferReceipt>
  /**
   * Asks the connected wallet to send several calls: as one batch where it takes batches (EIP-5792), else one after the
   * other, each when the one before is confirmed. The widget shows how far they are unless `show` is false.
   * @throws LatchkeyError NOT_CONNECTED, SEND_REJECTED, SEND_FAILED, SEND_BUSY, SEND_UNKNOWN, RECEIVER_INVALID, INVALID_AMOUNT; `context.hashes`
   * are those sent before it.
   */
  sendCalls(options: SendCallsOptions & { readonly show?: boolean }): Promise<SendCallsResult>
  /** @throws LatchkeyError ADAPTER_NOT_FOUND for a namespace without an adapter (SPEC §5). */
  addNetwork(network: NetworkInput): Promise<void>
  /** @throws LatchkeyError ADAPTER_NOT_FOUND for a namespace without an adapter (SPEC §5). */
  removeNetwork(caipNetworkId: CaipNetworkId): Promise<void>
  /** The connected wallet's own provider (EIP-1193 for eip155); undefined while nothing is connected. */
  getProvider(namespace?: ChainNamespace): unknown
  /**
   * The pairing URI of now, to be drawn or opened by a host of its own; undefined while there is none. Never log it:
   * whoever has it can answer in the wallet's place. The fact `pairingUri` tells of each new one.
   */
  readonly wcUri: string | undefined
  setThemeMode(mode: ThemeMode | 'system'): void
  /** @throws LatchkeyError CONFIG_INVALID for an option that cannot change, or a value that is none; then nothing changes. */
  update(patch: LatchkeyPatch): Promise<void>
  /**
   * Ends the session of the active account on its network, and no other; the wallet stays connected.
   * @throws LatchkeyError SIWX_DISABLED ('SIWX is not enabled'), NO_ACTIVE_ADDRESS ('No ActiveCaipAddress found'), NO_ACTIVE_NETWORK, what the provider throws.
   */
  signOut(): Promise<void>
  /** Loads everything that opening needs. */
  preload(): Promise<void>
  /** A visitor is about to open (pointer over, focus): loads ahead unless `preload` is 'none'. */
  intent(): void
  /** Appends the widget inside an element: inline, without an overlay (`autoMount: false`). */
  mount(element: HTMLElement): Promise<void>
  destroy(): void
}
