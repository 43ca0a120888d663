/** Tokens and quotes of swapping, as swaps and payments use them (SPEC-NOTES §4 "Swap"). */
import type { Amount } from '../../../contract/amount.ts'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { QuoteFault } from '../../../contract/swap.ts'

/** A token of the form: what is held first, then what the services list. */
export interface SwapToken extends SentAsset {
  /** Unique in a list: the contract in lower case, or 'native'. */
  readonly key: string
  /** Where it is; absent on the account's own network. */
  readonly caipNetworkId?: CaipNetworkId
  readonly name: string
  readonly iconUrl?: string
  /** What the account holds; absent while it is unknown. */
  readonly amount?: Amount
  /** Fiat for one whole unit; for display only, absent while unknown. */
  readonly price?: number
  /** On no list: chosen only after a look. */
  readonly unlisted?: boolean
  /** It has the symbol of a listed token, or of the network's own currency, and is another one. */
  readonly alike?: boolean
}

/** A quote, checked, in amounts. */
export interface SwapQuote {
  readonly id: string
  readonly provider: string
  readonly exact: 'in' | 'out'
  readonly out: Amount
  readonly in: Amount
  /** No more than this leaves; no less than this arrives. */
  readonly most: Amount
  readonly least: Amount
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly spender?: string
  readonly fees: readonly {
    readonly kind: 'pool' | 'provider' | 'app'
    readonly amount: Amount
    readonly asset: SentAsset
  }[]
  /** A part of one, without the fees of pools; absent while unknown, never 0 for it. */
  readonly priceImpact?: number
  /** Venues in their order with their share of the whole, a part of one. */
  readonly route: readonly { readonly venue: string; readonly share: number }[]
  /** Keys of the tokens it goes through, from the one to the other; absent for a route in parts. */
  readonly path?: readonly string[]
  /** The likely network fee; absent while unknown. */
  readonly fee?: Amount
  readonly tax?: { readonly buyBps: number; readonly sellBps: number }
  readonly zeroFirst: boolean
  /** For a swap to another network. */
  readonly seconds?: number
  /** Wrapping and unwrapping: one for one, and no provider. */
  readonly wraps?: boolean
}

/** Why there is no quote, or why nothing was swapped: each has its own sentence (reference money §1.7). */
export type SwapFailure =
  | QuoteFault
  /** The services did not answer: no numbers (F26). */
  | 'offline'
  | 'rejected'
  | 'busy'
  | 'funds'
  /** Not enough of the network's own currency for the fee. */
  | 'fee'
  /** The price moved beyond the limit. */
  | 'price'
  /** The approval was refused by the chain, or is smaller than what was asked for. */
  | 'approval'
  | 'approval-rejected'
  | 'approval-smaller'
  /** The wallet's answer to the approval did not come: the next press looks for it first. */
  | 'approval-unknown'
  /** Another account or network became active on the way (T61). */
  | 'moved'
  | 'changed'
  | 'expired'
  | 'other'

/** A step of the swap, in its order. */
export interface SwapStep {
  readonly kind: 'reset' | 'approve' | 'swap' | 'wrap' | 'unwrap' | 'revoke' | 'batch'
  readonly at: 'todo' | 'asking' | 'sent' | 'done'
}
