/** Depositing from an exchange, and paying from one, as the views see it (SPEC-NOTES §4 "Exchange and payments"; reference money §3). */
import type { CaipAddress } from '../../../contract/caip.ts'
import type { CaipAsset } from '../../../contract/caip19.ts'
import type { WireExchange } from '../../../contract/exchange.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { Readable } from '../../base/deriveMachine.ts'
import type { DepositAssets } from '../../nouns/funding/funding.ts'
import type { OpenOrderFailure } from '../../nouns/orders/openOrder.ts'
import type { OpenOrderWindow } from '../../nouns/orders/orders.ts'

export type ExchangeFailure = OpenOrderFailure

/** What is to arrive, and where. */
export interface ExchangeAsk {
  readonly asset: CaipAsset
  readonly shown: SentAsset
  /** Whole units; undefined: the visitor says how much. */
  readonly amount?: string
  /** The active account, or the receiver of a payment. */
  readonly recipient: CaipAddress
  readonly payment?: string
}

export type ExchangesState =
  | { readonly at: 'idle' | 'loading' }
  | { readonly at: 'known'; readonly exchanges: readonly WireExchange[] }
  | { readonly at: 'failed'; readonly failure: ExchangeFailure }

export type ExchangeProgress =
  | { readonly at: 'idle' }
  | { readonly at: 'opening'; readonly exchange: string }
  /** Its page is open, and the order in the journal under `orderId`. `url` where the window was blocked: the visitor opens it. */
  | { readonly at: 'opened'; readonly orderId: string; readonly url?: string }
  | { readonly at: 'failed'; readonly exchange: string; readonly failure: ExchangeFailure }

/** What is in the way of an order at an exchange. `small` and `large`: below or above what it sends. */
export type ExchangeTodo = 'asset' | 'amount' | 'wrong-amount' | 'precise' | 'small' | 'large' | 'busy'

export interface ExchangeFlow {
  /** Undefined while no account is connected, or nothing can be deposited to it. */
  readonly ask: Readable<ExchangeAsk | undefined>
  /** Assets that can be deposited to the active account: the network's own currency, and tokens that the services list. */
  readonly assets: Readable<DepositAssets>
  readonly exchanges: Readable<ExchangesState>
  readonly progress: Readable<ExchangeProgress>
  /** As typed, in the locale's own way. */
  readonly typed: Readable<string>
  /** The host wants this to be filled in: a token's contract or `native`, and a decimal text. */
  want(wanted: { readonly token?: string; readonly amount?: string }): void
  /** A payment's ask, to be given to `enter`: what was not made here is a deposit to the active account (T71). */
  pays(ask: ExchangeAsk): ExchangeAsk
  /** Keeps assets and exchanges fresh while a view is shown. Returns the stop. */
  enter(ask?: unknown): () => void
  chooseAsset(asset: CaipAsset): void
  type(text: string): void
  retry(): void
  /** What is in the way of an order there; undefined when its page may be opened. */
  todo(exchange: WireExchange): ExchangeTodo | undefined
  /** Called in the click, as `RampFlow.buy`. */
  start(exchangeId: string, open: OpenOrderWindow): Promise<ExchangeProgress>
  /** Begins anew, so that the next order is another one. */
  reset(): void
}
