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
  /**
   * 32 bytes as 0x hex in lower case that the chain keeps with the transfer, so that its receiver finds it: after the calldata, or as a key among
   * the accounts. Only where `Paying.carries` says so.
   */
  readonly reference?: string
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

/** What a transfer costs beside the network fee. */
export type TransferCost =
  /** Paid once, in the native currency, for an account that the transfer opens for the receiver's tokens. */
  | { readonly kind: 'deposit'; readonly amount: Amount }
  /** Withheld by the token itself, in its own units: the receiver gets what `arrives`. */
  | { readonly kind: 'transferFee'; readonly amount: Amount; readonly arrives: Amount }

/** What else a visitor should know before saying yes. */
export type TransferNote =
  /** The receiver demands a public text with every transfer: this one is added. */
  | { readonly kind: 'memo'; readonly text: string }
  /** No key holds the receiver's address: a program does. */
  | { readonly kind: 'program' }
  /** The receiver's address is that of a token account, not of its owner. */
  | { readonly kind: 'tokenAccount' }
  /** The token's issuer can move it out of any account. */
  | { readonly kind: 'issuerMoves' }

/** Why a transfer cannot go through as it is: the wallet is not asked. */
export type TransferRefusal =
  /** The receiver's account does not exist yet, and needs at least so much to begin with. */
  | { readonly kind: 'receiverMinimum'; readonly least: Amount }
  /** The sender's account must keep at least so much, or be emptied to the last unit. */
  | { readonly kind: 'senderMinimum'; readonly least: Amount }
  /** The receiver is a token itself, an account for other tokens, or a program that runs. */
  | { readonly kind: 'receiverIsToken' | 'receiverHoldsOther' | 'receiverRuns' }
  /** The sender's or the receiver's holding is frozen by the token's issuer. */
  | { readonly kind: 'frozen' | 'receiverFrozen' }
  /** The token can never be moved, not now, or only with a program that is not supported here. */
  | { readonly kind: 'nonTransferable' | 'paused' | 'unsupportedToken' }
  /** The chain knows no such token, or describes it in another way. */
  | { readonly kind: 'tokenDiffers' }

/** All that a person is shown before saying yes. */
export interface TransferQuote {
  readonly fee: TransferFee | undefined
  readonly simulation: Simulation
  /** Beside the fee; absent: none, or unknown together with the fee. */
  readonly costs?: readonly TransferCost[]
  readonly notes?: readonly TransferNote[]
  readonly refusal?: TransferRefusal
  /** All that can be sent of the asset as things are, exact to the unit; absent: what is held, less the fee where it is taken from it. */
  readonly most?: Amount
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
  /** The chain did not take it in time, and never will: nothing was sent. */
  | { readonly status: 'expired'; readonly hash: string }
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
