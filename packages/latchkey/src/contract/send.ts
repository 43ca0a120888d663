/** Sending: the request, its cost and effects, and its outcome (SPEC §4 "Send flow", SPEC-NOTES §4). */
import type { Amount } from './amount.ts'
import type { CaipAddress } from './caip.ts'
import type { Network } from './network.ts'

/** The asset that is sent: a token by its contract, or the network's own currency without one. */
export interface SentAsset {
  readonly address?: string
  readonly symbol: string
  readonly decimals: number
}

/** One transfer, complete and checked: base units, a receiver in its usual written form. */
export interface Transfer {
  readonly from: CaipAddress
  readonly network: Network
  readonly to: string
  readonly asset: SentAsset
  readonly amount: Amount
}

/** The fee of a transfer, in the network's native currency. */
export interface TransferFee {
  /** The most that can be taken: Max leaves this much behind. */
  readonly most: Amount
  /** The likely fee; absent when the chain allows no estimate. */
  readonly likely?: Amount
  /** The part that a rollup takes for its data, inside the other two. */
  readonly data?: Amount
  /** What the namespace needs to send with just this fee: JSON-safe, and opaque to other code. */
  readonly details: Readonly<Record<string, string>>
}

/** A change of one asset's balance that a simulation predicts. */
export interface BalanceChange {
  readonly asset: { readonly address?: string; readonly symbol?: string; readonly decimals?: number }
  /** Base units; less than nothing for what leaves. */
  readonly change: bigint
}

/** What a node predicts for a transaction. It guarantees nothing. */
export type Simulation =
  /** No node could be asked: said as such, never as "fine". */
  | { readonly at: 'unknown' }
  | { readonly at: 'works'; readonly changes?: readonly BalanceChange[] }
  /** It would fail; the chain's own reason as text, at most 200 characters. */
  | { readonly at: 'fails'; readonly reason?: string }

/** All that a person is shown before saying yes. */
export interface TransferQuote {
  readonly fee: TransferFee | undefined
  readonly simulation: Simulation
  /** Whether the receiver is a contract, which may have no way to give the money back; absent when unknown. */
  readonly toContract?: boolean
}

/** A wallet's answer to a send: the hash of a transaction, or the id of a batch (EIP-5792). */
export type SendResult =
  | { readonly hash: string; readonly id?: undefined }
  | { readonly id: string; readonly hash?: undefined }

/** The outcome of a transfer, read from its receipt. */
export type TransferReceipt =
  | { readonly status: 'confirmed' | 'failed'; readonly hash: string }
  /** Another transaction of the sender took its nonce: the same with a higher fee, a cancellation, or something else. */
  | {
      readonly status: 'replaced'
      readonly hash: string
      readonly by: string
      readonly reason: 'repriced' | 'cancelled' | 'other'
      /** The outcome of the replacement. */
      readonly outcome: 'confirmed' | 'failed'
    }

/**
 * A call for the wallet to send: a target and optional data, both starting with 0x (SPEC §5 "Batched wallet calls").
 */
export interface WalletCall {
  /** The target address, starting with 0x. */
  readonly to: string
  /**
   * The call data as 0x hex.
   * @default none
   */
  readonly data?: string
  /**
   * Base units of the native currency, as 0x hex or a bigint.
   * @default 0
   */
  readonly value?: string | bigint
}

/** What a wallet says of a batch (EIP-5792): `refused` ended before it reached the chain. */
export interface BatchStatus {
  readonly status: 'pending' | 'confirmed' | 'failed' | 'refused'
  /** Of the transactions so far, in their order. */
  readonly hashes: readonly string[]
}
