/** The chain's side of paying a merchant: what a token says of itself, and codes for other wallets (reference money §4.2). */
import type { RpcRequest } from './adapter.ts'
import type { Network } from './network.ts'
import type { AcceptedPayment } from './payments.ts'
import type { SentAsset, Transfer } from './send.ts'

/** What a token says of itself. */
export interface TokenWords {
  /** Absent where it says none. */
  readonly symbol?: string
  readonly decimals: number
}

/** It reads and writes, and asks no wallet. */
export interface Paying {
  /**
   * What a token says of itself; undefined where there is no token at the address.
   * @throws LatchkeyError what `rpc` throws.
   */
  token(
    rpc: RpcRequest,
    token: { readonly network: Network; readonly address: string },
    signal?: AbortSignal,
  ): Promise<TokenWords | undefined>
  /** Whether a transfer of the asset can carry `Transfer.reference`. */
  carries(asset: SentAsset): boolean
  /** The text of a code that other wallets open as this transfer (ERC-681, Solana Pay). `label`: who is paid. */
  uri(transfer: Omit<Transfer, 'from'>, label?: string): string
}

/** Ways to pay, of which a wallet takes one (CAIP-358 `wallet_pay`). */
export interface WalletPayOrder {
  /** All on `network`. */
  readonly accepts: readonly AcceptedPayment[]
  readonly network: Network
  /** The services' id of the payment. */
  readonly orderId?: string
  /** Milliseconds since the epoch: later, the wallet is not to pay. */
  readonly until: number
  /** Aborted before the wallet is asked, it is not asked. */
  readonly signal: AbortSignal
}

/** What a wallet has paid by its own word. */
export interface WalletPayAnswer {
  readonly hash: string
  /** One of those that were asked for. */
  readonly accepted: AcceptedPayment
}
