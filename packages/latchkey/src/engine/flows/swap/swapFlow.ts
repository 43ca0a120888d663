/** A swap as the views see it: the form with its quotes, and the review with its steps (SPEC-NOTES §4 "Swap"). */
import type { CaipAddress, CaipNetworkId } from '../../../contract/caip.ts'
import type { SwapArrival } from '../../../contract/journal.ts'
import type { Simulation, TransferFee } from '../../../contract/send.ts'
import type { QuoteFault, SwapLegs } from '../../../contract/swap.ts'
import type { Readable } from '../../base/deriveMachine.ts'
import type { Waiting } from '../../base/waiting.ts'
import type { Allowances } from '../../nouns/swaps/allowances.ts'
import type { SwapFailure, SwapQuote, SwapStep, SwapToken } from '../../nouns/swaps/swapQuote.ts'

export interface SwapTokensState {
  readonly at: 'loading' | 'known' | 'failed' | 'unsupported'
  /** Those that are held first, by value; then the listed ones. */
  readonly tokens: readonly SwapToken[]
  /** Other networks that a swap may arrive on, as the host lists them; empty where no provider goes there. */
  readonly networks: readonly CaipNetworkId[]
  /** The tokens of the one that is looked at. */
  readonly there?: {
    readonly caipNetworkId: CaipNetworkId
    readonly at: 'loading' | 'known' | 'failed' | 'unsupported'
    readonly tokens: readonly SwapToken[]
  }
  /** The answer of the services to a search where is looked; they know tokens that are on no list. */
  readonly found: readonly SwapToken[]
  readonly searching: boolean
  /** ISO 4217, upper case: what prices are in. */
  readonly currency: string
}

export type QuotesState =
  /** Something is missing in the form. */
  | { readonly at: 'idle' }
  /** No numbers of an earlier amount are shown meanwhile. */
  | { readonly at: 'asking' }
  | {
      readonly at: 'known'
      /** The best first. */
      readonly quotes: readonly SwapQuote[]
      readonly chosen: SwapQuote
      /** Being read anew; the numbers still hold. */
      readonly refreshing: boolean
      /** Milliseconds since the epoch. */
      readonly readAt: number
    }
  | { readonly at: 'failed'; readonly failure: SwapFailure; readonly reasons: readonly QuoteFault[] }

/** Which field was typed last: the other one follows. */
export type SwapSide = 'sell' | 'buy'

export interface SwapForm {
  readonly id: string
  readonly owner: CaipAddress | undefined
  readonly sell: SwapToken | undefined
  readonly buy: SwapToken | undefined
  readonly side: SwapSide
  /** As typed, in the locale's own way, in tokens of `side`. */
  readonly typed: string
  /** All there is: the fee stays behind, whatever it will be. */
  readonly max: boolean
  readonly slippageBps: number
  readonly quotes: QuotesState
}

/** What is in the way of the review; the button says it. */
export type SwapTodo =
  | 'unsupported'
  | 'tokens'
  | 'same'
  | 'amount'
  | 'wrong-amount'
  | 'quote'
  | 'no-quote'
  | 'funds'
  | 'fee'
  | 'slippage'
  /** A price impact above the limit of the host (30 % unless it says more). */
  | 'impact'

export type SwapIntent = { readonly type: 'review' | 'follow'; readonly id: string }

/** The form and what it is filled in with. */
export interface SwapFlow {
  readonly form: Readable<SwapForm>
  readonly tokens: Readable<SwapTokensState>
  /** Keeps balances and quotes fresh while a view of swapping is shown. Returns the stop. */
  enter(): () => void
  /**
   * Fills in what a host asked for: contracts or 'native', and a decimal amount of `fromToken`. `toToken` may be of another network of
   * the host's list, as CAIP-10.
   * @throws LatchkeyError TOKEN_REQUIRED, INVALID_AMOUNT for what can be none.
   */
  want(wanted: { readonly fromToken?: string; readonly toToken?: string; readonly amount?: string }): void
  choose(side: SwapSide, token: SwapToken): void
  /** Reads the tokens of one of `networks`; undefined: of the account's own alone. */
  lookAt(network: CaipNetworkId | undefined): void
  /** Gives what was got, unless it arrives on another network. */
  flip(): void
  type(side: SwapSide, text: string): void
  /** A part of what is held, in hundredths; 100 leaves the fee behind where it is taken from it. False: the fee is not known. */
  takeShare(percent: 25 | 50 | 75 | 100): Promise<boolean>
  slippage(bps: number): void
  chooseQuote(id: string): void
  /** Asks for quotes anew. */
  retry(): void
  search(text: string): void
  /** What is missing; undefined when a review may begin. */
  todo(): SwapTodo | undefined
  /** What a review is opened with; undefined while something is missing. */
  review(): SwapIntent | undefined
  /** What a review is opened with that shows an entry of the journal. */
  follow(id: string): SwapIntent
}

/** A swap under review. */
export interface ReviewedSwap {
  readonly id: string
  readonly from: CaipAddress
  readonly caipNetworkId: CaipNetworkId
  readonly sell: SwapToken
  readonly buy: SwapToken
  readonly quote: SwapQuote
  readonly slippageBps: number
  readonly steps: readonly SwapStep[]
  /** For all steps; absent while unknown. */
  readonly fee?: TransferFee
  readonly simulation: Simulation | 'asking'
}

export type SwapProgress =
  | { readonly at: 'idle' }
  /** Being built and tried. */
  | (ReviewedSwap & { readonly at: 'preparing' })
  | (ReviewedSwap & {
      readonly at: 'reviewing'
      /** The quote that was on the screen before, where the new one is worse: the difference is marked. */
      readonly before?: SwapQuote
      /** A price impact above 10 %, and Swap was pressed: only the next press swaps. */
      readonly confirm: boolean
    })
  | (ReviewedSwap & { readonly at: 'asking'; readonly waiting: Waiting })
  /** An approval is on its way to the chain, or the swap itself. */
  | (ReviewedSwap & { readonly at: 'waiting'; readonly hash?: string })
  | (ReviewedSwap & { readonly at: 'refused'; readonly failure: SwapFailure; readonly reason?: string })
  /** What became of it is in the journal under the id. */
  | {
      readonly at: 'sent' | 'unknown' | 'done' | 'failed'
      readonly id: string
      readonly hash?: string
      readonly review?: ReviewedSwap
      /** By the receipt's logs; what arrives on another network, by that network's. */
      readonly legs?: SwapLegs
      /** Of a swap to another network. */
      readonly arrival?: SwapArrival
    }

/** From the review to the chain's word. */
export interface SwapReview {
  readonly progress: Readable<SwapProgress>
  begin(intent: SwapIntent | undefined): void
  /** The press: a new quote that is worse by more than half of the slippage goes back to the review. A second press changes nothing. */
  send(): void
  /** Stops waiting for the wallet, which may go on. */
  cancel(): void
  leave(): void
  /** `done`: with a hash, for the host. `moved`: another account or network became active. */
  onNews(
    listener: (news: { readonly type: 'sent' | 'done' | 'moved'; readonly hash?: string }) => void,
  ): () => void
}

/** Everything of swapping: what `engine.swapping()` fetches. */
export interface Swaps {
  readonly flow: SwapFlow
  readonly review: SwapReview
  readonly allowances: Allowances
}
