/**
 * A wallet of solana as the abilities use it, whatever it is reached by: Wallet Standard in the page and in the wallet frame, or requests
 * over the relay. Bytes go in and out; what a wallet cannot do is absent, and is read afresh each time (reference namespaces §3).
 */
import type { CaipNetworkId } from '../../contract/caip.ts'

/** An account that a wallet shares. */
export interface SolanaAccount {
  /** Base58 of 32 bytes. */
  readonly address: string
  /** What the wallet is called with; only the wallet's own binding touches it. */
  readonly source?: unknown
}

/** What a wallet is asked to do with a transaction. */
export interface TransactionOrder {
  /** Base58. The account that signs and pays. */
  readonly address: string
  /** As it goes over the wire, with empty places for the signatures. */
  readonly transaction: Uint8Array
  readonly caipNetworkId: CaipNetworkId
}

/** The fields of Sign In With Solana, as `solana:signIn` takes them: the wallet writes the text. */
export interface SignInInput {
  readonly domain: string
  readonly uri: string
  readonly version: '1'
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly statement?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** What a wallet answers to `solana:signIn`. */
export interface SignInOutput {
  readonly account: SolanaAccount
  /** The text that the wallet wrote, in UTF-8. */
  readonly signedMessage: Uint8Array
  /** 64 bytes. */
  readonly signature: Uint8Array
}

/** A change that a wallet made by itself. */
export type SolanaChange =
  /** Empty: the wallet shares none any more, or none that the page may see. */
  | { readonly type: 'accounts'; readonly accounts: readonly SolanaAccount[] }
  /** Over the relay only: wallets in the page do not tell where they are. */
  | { readonly type: 'network'; readonly caipNetworkId: CaipNetworkId }
  | { readonly type: 'disconnected' }

export interface SolanaWallet {
  /** The network that the page is on with this wallet. It is ours: it goes along with every call. */
  network: CaipNetworkId | undefined
  /**
   * Asks for accounts; silently only where this page was connected before. Undefined for an answer that is no list of
   * accounts. @throws whatever the wallet throws.
   */
  connect(silent: boolean): Promise<readonly SolanaAccount[] | undefined>
  /** Those that the wallet shares now, the active one first; undefined where it does not say. */
  accounts(): readonly SolanaAccount[] | undefined
  /** The networks of a list on which the wallet signs, in the list's order, or else another one that it names. */
  networks(listed: readonly CaipNetworkId[]): readonly CaipNetworkId[]
  /** Listens; changes that make no sense are dropped. */
  watch(changed: (change: SolanaChange) => void): () => void
  /** Ends the connection in the wallet. @throws whatever the wallet throws. */
  readonly disconnect?: (() => Promise<unknown>) | undefined
  /** Connects and signs in with one approval; undefined for an answer that is none. @throws whatever the wallet throws. */
  readonly signIn?: ((input: SignInInput) => Promise<SignInOutput | undefined>) | undefined
  /** The 64 bytes of the signature over the message. @throws whatever the wallet throws. */
  readonly signMessage?: ((address: string, message: Uint8Array) => Promise<Uint8Array>) | undefined
  /** The signed transaction; a wallet may have changed it. */
  readonly signTransaction?: ((order: TransactionOrder) => Promise<Uint8Array>) | undefined
  /** The signed transactions of one account on one network, in their order, with one approval. */
  readonly signAllTransactions?:
    | ((orders: readonly TransactionOrder[]) => Promise<readonly Uint8Array[]>)
    | undefined
  /** The 64 bytes of the first signature of what the wallet broadcast. */
  readonly signAndSendTransaction?: ((order: TransactionOrder) => Promise<Uint8Array>) | undefined
}
