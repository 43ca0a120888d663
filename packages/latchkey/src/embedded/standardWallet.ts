import type { StandardChain } from '../contract/standardChains.ts'

/** The parts of Wallet Standard that the embedded wallet has, written here: nothing of it is shipped for its types. */

export interface StandardAccount {
  /** Base58. */
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly StandardChain[]
  readonly features: readonly `solana:${string}`[]
}

export interface StandardSignMessageInput {
  readonly account: StandardAccount
  readonly message: Uint8Array
}

export interface StandardSignTransactionInput {
  readonly account: StandardAccount
  /** As it goes over the wire. */
  readonly transaction: Uint8Array
  readonly chain?: string
}

export interface StandardSignAndSendInput extends StandardSignTransactionInput {
  readonly chain: string
  readonly options?: {
    readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized'
    readonly minContextSlot?: number
    readonly skipPreflight?: boolean
    readonly maxRetries?: number
  }
}

type Versions = readonly ['legacy', 0]

export interface StandardWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`
  /** Says whose it is, by which a widget leaves it out of its own list: there it is a login. */
  readonly isLogin: true
  readonly chains: readonly StandardChain[]
  readonly accounts: readonly StandardAccount[]
  readonly features: {
    readonly 'standard:connect': {
      readonly version: '1.0.0'
      /** `silent` shows nothing: it returns no account without a login. @throws ProviderError */
      connect(input?: {
        readonly silent?: boolean
      }): Promise<{ readonly accounts: readonly StandardAccount[] }>
    }
    readonly 'standard:disconnect': { readonly version: '1.0.0'; disconnect(): Promise<void> }
    readonly 'standard:events': {
      readonly version: '1.0.0'
      on(
        event: 'change',
        listener: (change: { readonly accounts: readonly StandardAccount[] }) => void,
      ): () => void
    }
    readonly 'solana:signMessage': {
      readonly version: '1.1.0'
      signMessage(
        ...inputs: readonly StandardSignMessageInput[]
      ): Promise<readonly { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[]>
    }
    readonly 'solana:signTransaction'?: {
      readonly version: '1.0.0'
      readonly supportedTransactionVersions: Versions
      signTransaction(
        ...inputs: readonly StandardSignTransactionInput[]
      ): Promise<readonly { readonly signedTransaction: Uint8Array }[]>
    }
    readonly 'solana:signAndSendTransaction': {
      readonly version: '1.0.0'
      readonly supportedTransactionVersions: Versions
      signAndSendTransaction(
        ...inputs: readonly StandardSignAndSendInput[]
      ): Promise<readonly { readonly signature: Uint8Array }[]>
    }
  }
}
