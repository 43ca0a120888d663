/** Buying as the views see it: token, currency, amount, quotes side by side, and the order (SPEC §2, §3 "Onramp"; SPEC-NOTES §4 "On-ramp"). */
import type { CaipAddress, CaipNetworkId } from '../../../contract/caip.ts'
import type { PaymentCurrency, PurchaseCurrency, WireRampQuote } from '../../../contract/onramp.ts'
import type { RampFault } from '../../../contract/orders.ts'
import type { Readable } from '../../base/deriveMachine.ts'
import type { OpenOrderWindow } from '../../nouns/orders/orders.ts'

/** A token on one network that a provider sells; only those of the account's own namespace are offered. */
export interface RampToken {
  /** Unique in a list: `USDC@eip155:1`. */
  readonly key: string
  readonly currency: PurchaseCurrency
  readonly network: PurchaseCurrency['networks'][number]
  readonly caipNetworkId: CaipNetworkId
}

export type RampFailure = RampFault | 'offline' | 'unsupported' | 'moved' | 'ended' | 'unsafe' | 'other'

export type RampOptions =
  | { readonly at: 'loading' }
  | {
      readonly at: 'known'
      readonly tokens: readonly RampToken[]
      readonly currencies: readonly PaymentCurrency[]
      readonly countries: readonly string[]
      /** ISO 3166; undefined while the visitor chose none and the services know none. */
      readonly country: string | undefined
      /** Samples of SPEC §7, in demo mode alone: labelled, and nothing can be bought (T72). */
      readonly sample: boolean
    }
  | { readonly at: 'failed'; readonly failure: RampFailure }

export type RampQuotes =
  | { readonly at: 'idle' }
  /** SPEC §4 "Onramp": quotesLoading. No numbers of an earlier amount are shown meanwhile. */
  | { readonly at: 'asking' }
  | {
      readonly at: 'known'
      readonly quotes: readonly WireRampQuote[]
      readonly chosen: WireRampQuote
      readonly faults: readonly { readonly provider: string; readonly reason: RampFault }[]
      readonly sample: boolean
      /** Being read anew; the numbers still hold. */
      readonly refreshing: boolean
      readonly readAt: number
    }
  | {
      readonly at: 'failed'
      readonly failure: RampFailure
      /** Of the method, where that is what is wrong: decimal texts. */
      readonly minimum?: string
      readonly maximum?: string
    }

export interface RampForm {
  readonly owner: CaipAddress | undefined
  readonly options: RampOptions
  readonly token: RampToken | undefined
  readonly currency: PaymentCurrency | undefined
  /** As typed, in the locale's own way, in `currency`. */
  readonly typed: string
  /** Undefined: any. */
  readonly method: string | undefined
  readonly quotes: RampQuotes
}

/** What is in the way of the provider's page. */
export type RampTodo =
  | 'options'
  | 'token'
  | 'currency'
  | 'amount'
  | 'wrong-amount'
  | 'limits'
  | 'quote'
  /** There is none; `form.quotes` says why. */
  | 'no-quote'
  | 'sample'
  | 'unsupported'

export type RampProgress =
  | { readonly at: 'idle' }
  | { readonly at: 'opening' }
  /** Its page is open; the order is in the journal, under `orderId`. `url` where the window was blocked or closed: the visitor opens it. */
  | { readonly at: 'opened'; readonly orderId: string; readonly url?: string }
  | { readonly at: 'failed'; readonly failure: RampFailure }

export interface RampFlow {
  readonly form: Readable<RampForm>
  readonly progress: Readable<RampProgress>
  /** Keeps options and quotes fresh while a view is shown. Returns the stop. */
  enter(): () => void
  /** SPEC §4 "resetState restores defaults". */
  reset(): void
  chooseToken(key: string): void
  chooseCurrency(id: string): void
  chooseCountry(country: string): void
  chooseMethod(method: string | undefined): void
  type(text: string): void
  chooseQuote(quoteId: string): void
  retry(): void
  /** What is missing; undefined when the provider's page may be opened. */
  todo(): RampTodo | undefined
  /** Limits of the chosen method, or of all of them together, in the chosen currency; undefined where none is stated. */
  limits(): { readonly min?: string; readonly max?: string } | undefined
  /** Ends what a press has left: a failure that was read, or an order that is followed elsewhere. */
  settle(): void
  /**
   * Called in the click: opens a blank window first, then asks for the one-time address, checks its host and receiver (T71), writes the order to the journal, and
   * sends the window there.
   */
  buy(open: OpenOrderWindow): Promise<void>
}
