/**
 * What a chain namespace brings (DESIGN, "Four nouns"): a descriptor that finds wallets, and an adapter loaded on demand that turns a foreign provider into abilities. An ability that a provider does
 * not have is absent, never stubbed.
 */
import type { Account } from './account.ts'
import type { Authorizing } from './authorizing.ts'
import type { CaipAddress, CaipNetworkId, ChainNamespace } from './caip.ts'
import type { NamespaceFacts } from './namespaceFacts.ts'
import type { Network } from './network.ts'
import type { Paying, WalletPayAnswer, WalletPayOrder } from './paying.ts'
import type {
  BatchStatus,
  SendResult,
  Transfer,
  TransferFee,
  TransferQuote,
  TransferReceipt,
  WalletCall,
} from './send.ts'
import type { SignInRequest } from './siwx.ts'
import type { Swapping } from './swap.ts'
import type { TypedDataOrder } from './typedData.ts'
import type { DiscoveredWallet } from './wallet.ts'
import type { WalletAsset } from './walletAsset.ts'

/** Which wallets a descriptor's discovery looks for. */
export interface DiscoverOptions {
  /** False: announcements are not listened for (`enableEIP6963`, whichever standard they follow). */
  readonly announced: boolean
  /** False: globals such as `window.ethereum` are not used (`enableInjected`). */
  readonly injected: boolean
  /**
   * Takes a function that looks at the page again, for registries and globals that no event announces. It is called each time a view
   * is shown, so it must be cheap; it reports only what it has not reported yet. Absent: nothing is looked at again.
   */
  readonly onView?: ((look: () => void) => void) | undefined
}

/**
 * The light part of an adapter, as `evm()` and its siblings return it: it finds wallets, and loads the rest by
 * `import()`.
 */
export interface AdapterDescriptor {
  /** The namespace of the adapter, for example `eip155`. */
  readonly namespace: ChainNamespace
  /** What generic code must know of the namespace without loading the adapter; plain data. */
  readonly facts: NamespaceFacts
  /** Listens for this namespace's wallets in the page from when the widget loads. Returns a function that stops it. */
  discover(
    target: Window,
    options: DiscoverOptions,
    found: (wallet: DiscoveredWallet) => void,
  ): (() => void) | Promise<() => void>
  /** Loads the adapter. */
  load(): Promise<ChainAdapter>
}

/** The accounts and the network of a connected provider. A connected provider has at least one account. */
export interface ProviderState {
  readonly accounts: readonly Account[]
  readonly caipNetworkId: CaipNetworkId
}

/** A change that a wallet made by itself: other accounts, another network, or a disconnect. */
export type ProviderChange =
  | {
      readonly type: 'accounts'
      readonly accounts: readonly Account[]
      /** True: the wallet has no active account, so that the one in use stays while it is shared. Absent: the first is the active one. */
      readonly keepsActive?: true | undefined
    }
  | {
      readonly type: 'network'
      readonly caipNetworkId: CaipNetworkId
      /** The same accounts as they are written there. Absent: their addresses stay. */
      readonly accounts?: readonly Account[]
    }
  | { readonly type: 'disconnected' }

/** Options of `ChainAdapter.connect`. */
export interface ConnectProviderOptions {
  /** True: must not prompt; answers undefined when this origin is not authorised. */
  readonly silent: boolean
  /** Networks of the host for this namespace. */
  readonly networks: readonly Network[]
  /**
   * Where the visitor was, or chose to be: for wallets that do not tell their network, which is then the page's own. A wallet
   * that cannot sign there is put on the first of `networks` where it can.
   */
  readonly network?: CaipNetworkId | undefined
  /**
   * Other namespaces of the host that this wallet answers for with the same prompt (`NamespaceFacts.prompt`): their adapters are asked
   * silently right afterwards. Absent: none.
   */
  readonly joint?: readonly ChainNamespace[]
  /**
   * Where the adapter that prompts leaves the wallet's answer for those of `joint`, which get the same object and read it in place of a
   * question. Absent: the prompt is for one namespace.
   */
  readonly prompt?: { answer?: unknown } | undefined
  /**
   * The accounts of our own record, where a stored connection is restored (`silent`): for ecosystems whose wallets may show a prompt
   * at every question, to strangers or while they are locked. Absent: there is no record.
   */
  readonly known?: readonly Account[] | undefined
  readonly signal: AbortSignal
}

/** Options of `ChainAdapter.connectSigned`. */
export interface ConnectSignedOptions extends Pick<ConnectProviderOptions, 'networks' | 'network'> {
  /** Returns the sign-in request for a network that the wallet is on; undefined where there is none. */
  readonly request: (caipNetworkId: CaipNetworkId) => Promise<SignInRequest | undefined>
  readonly signal: AbortSignal
}

/**
 * A provider's state and the sign-in that the visitor signed with the connection. The signature is not verified yet.
 */
export interface SignedState {
  readonly state: ProviderState
  readonly signed?: { readonly address: string; readonly message: string; readonly signature: string }
}

/** What a connected provider can do. An ability that a wallet does not have is absent. */
export interface ProviderAbilities {
  /**
   * Moves the wallet to the network, adding it first when the wallet does not know it (4902), and answers the
   * network the wallet really is on afterwards. Where wallets do not tell their network, it moves the page's own.
   * @throws LatchkeyError SWITCH_REJECTED, SWITCH_FAILED, WALLET_BAD_ANSWER.
   */
  readonly switchNetwork?: (network: Network) => Promise<CaipNetworkId>
  /** Whether `switchNetwork` can lead to the network at all, as far as that is known beforehand; absent: to any. */
  readonly reaches?: (network: Network) => boolean
  /** Signs a text as the ecosystem's wallets do; answers the signature in its usual text form. */
  readonly signMessage?: (options: {
    readonly account: CaipAddress
    readonly message: string
  }) => Promise<string>
  /**
   * Signs a text as the memo of a transaction that no chain executes and that is never sent, for accounts on devices that sign
   * transactions only. Answers the signature with its type before it. Absent where the wallet signs no transactions.
   * @throws LatchkeyError SIGN_REJECTED, SIGN_FAILED (`context.reason`: `text-too-long`, `transaction-changed`), WALLET_BAD_ANSWER.
   */
  readonly signMessageByTransaction?: (options: {
    readonly account: CaipAddress
    readonly message: string
  }) => Promise<string>
  /**
   * Signs structured data (EIP-712) for the account's own network and no other (reference T61): the network of the data, of the account
   * and of the wallet are compared before the wallet is asked, and the wallet's once more afterwards. Returns the signature in its usual
   * text form. Absent where the connection cannot, for example in a paired session that does not grant it.
   * @throws LatchkeyError SIGN_REJECTED, SIGN_FAILED, WALLET_BAD_ANSWER, MODAL_CLOSED (aborted).
   */
  readonly signTypedData?: (options: TypedDataOrder) => Promise<string>
  /**
   * What the wallet itself says the account holds on a network (EIP-7811); absent where wallets have no such call. Undefined when this wallet
   * does not know the call.
   * @throws LatchkeyError BALANCE_UNAVAILABLE.
   */
  readonly assets?: (options: {
    readonly account: CaipAddress
    readonly network: Network
  }) => Promise<readonly WalletAsset[] | undefined>
  /**
   * Asks the wallet to send, and resolves with its answer, before any block. It never asks twice for one transfer: a
   * transfer that is not known to have failed may have been sent (T73).
   * @throws LatchkeyError SEND_REJECTED, SEND_FAILED (certainly not sent), SEND_UNKNOWN (may have been sent).
   */
  readonly transfer?: (options: TransferOrder) => Promise<SendResult>
  /**
   * Asks the wallet to send one call, as `transfer` does.
   * @throws LatchkeyError SEND_REJECTED, SEND_FAILED, SEND_BUSY, SEND_UNKNOWN.
   */
  readonly sendCall?: (
    options: CallsOrder & {
      readonly call: WalletCall
      /** As `TransferOrder.nonce`. */
      readonly nonce?: string | undefined
    },
  ) => Promise<SendResult>
  /**
   * Hands several calls to the wallet as one request (EIP-5792). Undefined, without a prompt, when this wallet takes no
   * batches on the network.
   * @throws LatchkeyError SEND_REJECTED, SEND_FAILED, SEND_BUSY, SEND_UNKNOWN.
   */
  readonly sendCalls?: (
    options: CallsOrder & {
      readonly calls: readonly WalletCall[]
      /** Proposed to the wallet as the batch's id: it is asked about by this one when its answer was lost (F19). */
      readonly id: string
      /**
       * True: all or none, and undefined where the wallet cannot promise that. `orInOrder`: also, with one yes, in order, where the wallet
       * reports (capability `inOrder`) that it ends with the first that it cannot send; what came before has then happened. Default false.
       */
      readonly atomic?: boolean | 'orInOrder'
    },
  ) => Promise<{ readonly id: string } | undefined>
  /**
   * Asks the wallet to pay a merchant by whichever of several ways it likes (CAIP-358); absent where it does not list the method. An answer that is
   * not about one of them is SEND_UNKNOWN.
   * @throws LatchkeyError SEND_REJECTED, SEND_FAILED, SEND_BUSY, SEND_UNKNOWN.
   */
  readonly pay?: (order: WalletPayOrder) => Promise<WalletPayAnswer>
  /** What became of a batch by the wallet's word; undefined when it does not know. */
  readonly callsStatus?: (id: string) => Promise<BatchStatus | undefined>
  /** Ends the connection in the wallet, where the ecosystem has such a call. */
  readonly disconnect?: (options: { readonly revoke: boolean }) => Promise<void>
}

/**
 * A question to a chain, with the host's URLs, time-outs and retries: a JSON-RPC call; where `NamespaceFacts.nodes` is `rest`, the method
 * `GET` with the path below the network's URL, such as `/address/bc1q…`; where it is `graphql`, the method `query` with a document and its
 * variables, answered by `data`. It rejects with LatchkeyErrors.
 */
export type RpcRequest = (
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
) => Promise<unknown>

/** Which account sends calls, and on which network. */
export interface CallsOrder {
  readonly from: CaipAddress
  readonly network: Network
  /** Aborted before the wallet is asked, it is not asked. */
  readonly signal: AbortSignal
  /** Called and awaited right before the wallet is asked: the request is stored by then (T73). */
  readonly asking: () => Promise<void>
}

/** A transfer for the wallet to send. */
export interface TransferOrder {
  readonly transfer: Transfer
  /** The quoted fee, so that the wallet proposes what the visitor saw. */
  readonly fee?: TransferFee | undefined
  /** What `Sending.nextNonce` gave: it is stored by now (T73). Absent when no node gave it in time. */
  readonly nonce?: string | undefined
  /** An earlier try may have used the nonce. With the same nonce, one of the two is mined at most (T73). */
  readonly again: boolean
  /** The host's own nodes, for a wallet that signs and leaves the broadcast to the page. */
  readonly rpc: RpcRequest
  /** Called and awaited before a signed transaction is broadcast from here: its hash is stored by then (T73, F19). */
  readonly signed: (hash: string) => Promise<void>
  /** Aborted before the wallet is asked, it is not asked; aborted before a broadcast from here, there is none. */
  readonly signal: AbortSignal
}

/** A call that is looked for on the chain. */
export interface SoughtCall {
  readonly from: CaipAddress
  /** Whether a call of the account's is the one. */
  readonly isCall: (call: WalletCall) => boolean
}

/** The chain's side of sending: reads only, through the host's own RPC. */
export interface Sending {
  /**
   * What a transfer will cost and do. A fee that cannot be had is undefined, never a guess. `all`: the amount is to follow what is held
   * and what it costs, and `most` says which it is.
   * @throws LatchkeyError RPC_ABORTED, SEND_FAILED when the nodes are of another chain (F16).
   */
  quote(
    rpc: RpcRequest,
    transfer: Transfer,
    signal: AbortSignal,
    options?: { readonly all?: boolean },
  ): Promise<TransferQuote>
  /**
   * What keeps the account's next transaction from being mined twice, as text of at most 128 characters: its nonce in decimals, or a
   * time limit such as a recent block.
   * @throws LatchkeyError SEND_FAILED when the nodes are of another chain (F16), what `rpc` throws, UNKNOWN for an answer that is no number.
   */
  nextNonce(rpc: RpcRequest, account: CaipAddress, signal?: AbortSignal): Promise<string>
  /** Without `nextNonce` nothing can be sent, so it is waited for longer; absent: a wallet counts for itself. */
  readonly needsNonce?: true
  /**
   * The outcome of a transaction; undefined while it waits. `nonce`, `transfer` and `isCall`, where known, let a replacement be recognised.
   */
  receipt(
    rpc: RpcRequest,
    sent: {
      readonly hash: string
      readonly from?: CaipAddress
      readonly nonce?: string
      readonly transfer?: Transfer
      readonly isCall?: SoughtCall['isCall']
    },
    signal?: AbortSignal,
  ): Promise<TransferReceipt | undefined>
  /**
   * Looks for a transfer or a call without a known hash, by its nonce (F15, F19). Returns its hash, 'free' while the
   * nonce is unused and a second try with it is safe, 'other' when it was certainly not sent with it and never will be, or 'unknown' when
   * the node cannot say. A known `hash` that a node still has is found.
   */
  find(
    rpc: RpcRequest,
    sent: ({ readonly transfer: Transfer } | SoughtCall) & {
      readonly nonce: string
      readonly hash?: string | undefined
    },
    signal?: AbortSignal,
  ): Promise<{ readonly hash: string } | 'free' | 'other' | 'unknown'>
}

/**
 * The loaded part of an adapter: it turns a namespace's foreign provider into abilities (SPEC §1 "Chain namespaces").
 */
export interface ChainAdapter {
  readonly namespace: ChainNamespace
  isAddress(value: unknown): value is string
  /** Runs what a wallet's answer is checked with until it is compiled: called while the visitor chooses. */
  prepare?(): void
  /** The usual written form of an address (EIP-55 for eip155). The input has passed `isAddress`. */
  formatAddress(address: string): string
  /**
   * Asks the provider for accounts and network, and parses the answer.
   * @throws LatchkeyError CONNECTION_REJECTED, CONNECT_FAILED, WALLET_BAD_ANSWER, MODAL_CLOSED (aborted).
   */
  connect(provider: unknown, options: ConnectProviderOptions): Promise<ProviderState | undefined>
  /**
   * Requests accounts and a sign-in in one prompt, where the provider can and this site is not connected yet. Undefined
   * when it cannot, without a prompt; `connect` is used then. A wallet that answered it badly is not asked this way
   * again.
   * @throws LatchkeyError as `connect`.
   */
  connectSigned?(provider: unknown, options: ConnectSignedOptions): Promise<SignedState | undefined>
  /** Listens to what the wallet changes by itself; changes that make no sense are dropped. */
  watch(provider: unknown, changed: (change: ProviderChange) => void): () => void
  abilities(provider: unknown): ProviderAbilities
  /** Native balance in base units. */
  nativeBalance?(rpc: RpcRequest, address: string, network: Network): Promise<bigint>
  /** The network fee that a mined transaction took, in base units; undefined where the chain does not say it in whole. */
  paidFee?(rpc: RpcRequest, transaction: string): Promise<bigint | undefined>
  /**
   * The text of a code that others scan to send to an address (ERC-681, BIP-21, Solana Pay); without it the code is the
   * address alone. The address has passed `isAddress`.
   */
  receiveUri?(receiver: { readonly address: string; readonly network: Network }): string
  /** What sending needs beside the wallet, in a chunk of its own; absent where there is no sending yet (SPEC §6). */
  sending?(): Promise<Sending>
  /** What swapping needs beside the wallet, in a chunk of its own; absent where there are no swaps. */
  swapping?(): Promise<Swapping>
  /** What paying a merchant needs beside the wallet, in a chunk of its own; absent where merchants cannot be paid. */
  paying?(): Promise<Paying>
  /** What paying by a signature alone needs beside the wallet, in a chunk of its own; absent where no signature pays. */
  authorizing?(): Promise<Authorizing>
}
