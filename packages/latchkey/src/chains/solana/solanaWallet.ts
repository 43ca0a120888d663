/**
 * A wallet of solana as the abilities use it, whatever it is reached by: Wallet Standard in the page and in the wallet frame, or requests
 * over the relay. Bytes go in and out; what a wallet cannot do is absent, and is read afresh each time (reference namespaces §3).
 */
import type { CaipNetworkId } from '../../contract/caip.ts'

/** What a wallet is asked to do with a transaction. */
export interface TransactionOrder {
  /** Base58. The account that signs and pays. */
  readonly address: string
  /** As it goes over the wire, with empty places for the signatures. */
  readonly transaction: Uint8Array
  readonly caipNetworkId: CaipNetworkId
}

export interface SolanaWallet {
  /** The 64 bytes of the signature over the message. @throws whatever the wallet throws. */
  readonly signMessage?: (address: string, message: Uint8Array) => Promise<Uint8Array>
  /** The signed transaction; a wallet may have changed it. */
  readonly signTransaction?: (order: TransactionOrder) => Promise<Uint8Array>
  /** The 64 bytes of the first signature of what the wallet broadcast. */
  readonly signAndSendTransaction?: (order: TransactionOrder) => Promise<Uint8Array>
}
