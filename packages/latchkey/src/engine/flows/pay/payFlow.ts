/** A payment as the views see it: what for, with what, and how it goes on (SPEC-NOTES §4 "Exchange and payments"; reference money §4.2). */
import type { Amount } from '../../../contract/amount.ts'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import type { CaipAsset } from '../../../contract/caip19.ts'
import type {
  AcceptedPayment,
  PaymentReceipt,
  PaymentState,
  WirePayment,
} from '../../../contract/payments.ts'
import type { SentAsset, Simulation, TransferFee } from '../../../contract/send.ts'
import type { Readable } from '../../base/deriveMachine.ts'
import type { Allowances } from '../../nouns/swaps/allowances.ts'
import type { SwapQuote } from '../../nouns/swaps/swapQuote.ts'

/** What `pay()` takes: a payment that a backend made, or one that the page alone asks for (`verified: false`). */
export type PayOptions =
  | { readonly paymentId: string }
  | {
      /** CAIP-10, or an address of the asset's network. */
      readonly recipient: string
      readonly asset: CaipAsset
      /** Whole units, a decimal text. */
      readonly amount: string
      /** What it is for. */
      readonly description?: string
    }

/** What `pay()` resolves with: a visitor's no is a result, not an exception. */
export interface PayResult {
  /** `pending`: it was sent, or an exchange was told to send it, and its end is not known yet. */
  readonly status: 'settled' | 'paid' | 'pending' | 'cancelled' | 'expired' | 'failed'
  readonly paymentId?: string
  readonly txHash?: string
  /** Signed by the services; only of a payment that a backend made. */
  readonly receipt?: PaymentReceipt
  /** Whether a backend made the payment: otherwise nothing but the page vouches for receiver and amount. */
  readonly verified: boolean
  /** Why it failed: a code of the error table. */
  readonly code?: string
}

/** What is to be paid: the services' payment, or the page's own wish in the same shape. */
export interface ShownPayment {
  readonly verified: boolean
  /** Absent for a page's own wish. */
  readonly payment?: WirePayment
  readonly accepts: readonly AcceptedPayment[]
  readonly description?: string
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
  /** Until when the rate of a price in fiat money holds. */
  readonly lockedUntil?: number
  /** ISO 4217, upper case: what the prices of ways are in; absent while unknown, then no worth is shown. */
  readonly currency?: string
}

/** A way to pay it with what the visitor has, or with something else. */
export type PayWay =
  /** A token that the payment accepts, and that suffices after the fee. */
  | {
      readonly kind: 'token'
      readonly key: string
      readonly accepted: AcceptedPayment
      readonly asset: SentAsset
      readonly held: Amount
      readonly iconUrl?: string
      readonly price?: number
    }
  /** Another token of the same network: swapped, paid straight to the merchant. The quote comes when it is looked at. */
  | {
      readonly kind: 'swap'
      readonly key: string
      readonly accepted: AcceptedPayment
      readonly asset: SentAsset
      readonly held: Amount
      readonly iconUrl?: string
      readonly price?: number
    }
  /** The wallet chooses what it pays with (CAIP-358). */
  | {
      readonly kind: 'wallet'
      readonly key: string
      readonly accepted: AcceptedPayment
      /** What it calls itself. */
      readonly name: string
      readonly icon?: string
    }
  /** The same wallet on another network that it accepts, or from which a provider has a route. */
  | {
      readonly kind: 'network'
      readonly key: string
      readonly caipNetworkId: CaipNetworkId
      readonly accepted: AcceptedPayment
    }
  | { readonly kind: 'exchange'; readonly key: string; readonly accepted: AcceptedPayment }
  /** Bought to the visitor's own account first, then paid. */
  | { readonly kind: 'card'; readonly key: string; readonly accepted: AcceptedPayment }
  /** A code for another wallet. */
  | { readonly kind: 'qr'; readonly key: string; readonly accepted: AcceptedPayment }

export type PayFailure =
  | 'offline'
  | 'unknown-payment'
  | 'unsafe'
  | 'no-quote'
  | 'price'
  | 'funds'
  | 'fee'
  /** The token keeps a part of each transfer: less than the price would arrive. */
  | 'tax'
  | 'rejected'
  | 'busy'
  | 'moved'
  | 'expired'
  | 'approval'
  | 'approval-rejected'
  | 'approval-unknown'
  | 'other'

export type PayState =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly failure: PayFailure }
  | {
      readonly at: 'choosing'
      readonly shown: ShownPayment
      readonly ways: readonly PayWay[]
      /** Balances are still on their way: there may be more. */
      readonly loading: boolean
      readonly connected: boolean
      /** Why the way that was chosen last did not lead on, such as another account that became active. */
      readonly failure?: PayFailure
    }
  /** One way, with its cost, before the wallet is asked. */
  | {
      readonly at: 'reviewing' | 'preparing'
      readonly shown: ShownPayment
      readonly way: PayWay
      /** Of a swap: exact output, to the merchant. */
      readonly quote?: SwapQuote
      readonly fee?: TransferFee
      /** Fiat for one whole unit of the network's own currency, which the fee is in. */
      readonly feePrice?: number
      /** What the wallet is asked for, in this order; absent: the payment alone. */
      readonly steps?: readonly ('approve' | 'pay')[]
      readonly simulation: Simulation | 'asking'
      /** The quote on the screen got worse: it is marked, and the next press pays. */
      readonly before?: SwapQuote
      readonly failure?: PayFailure
    }
  | {
      readonly at: 'asking' | 'sending'
      readonly shown: ShownPayment
      readonly way: PayWay
      readonly step?: 'approve' | 'pay'
      readonly steps?: readonly ('approve' | 'pay')[]
    }
  /** A code for another wallet is shown, or an exchange's page is open: it is looked for. */
  | { readonly at: 'watching'; readonly shown: ShownPayment; readonly way: PayWay; readonly uri?: string }
  | {
      readonly at: 'done'
      readonly shown: ShownPayment
      readonly state: PaymentState | 'unknown' | 'failed'
      /** The way that was taken; absent when it was paid elsewhere. */
      readonly way?: PayWay
      readonly hash?: string
      readonly receipt?: PaymentReceipt
      readonly failure?: PayFailure
    }

export interface PayFlow {
  readonly state: Readable<PayState>
  /** What is left of approvals, also of a payment that ended half-way. */
  readonly allowances: Allowances
  /** Begins or resumes it: an unfinished one of the same payment goes on (T73). @throws LatchkeyError PAYMENT_INVALID. */
  begin(options: PayOptions): Promise<void>
  enter(): () => void
  choose(key: string): void
  back(): void
  pay(): Promise<void>
  retry(): void
  /** The result so far; the view's close makes it the promise's answer. */
  result(): PayResult
}
