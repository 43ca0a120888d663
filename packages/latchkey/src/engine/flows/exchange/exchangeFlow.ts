/** Depositing from an exchange, and paying from one, as the views see it (SPEC-NOTES §4 "Exchange and payments"; reference money §3). */

import type { CaipAddress } from '../../../contract/caip.ts'
import type { CaipAsset } from '../../../contract/caip19.ts'
import type { WireExchange } from '../../../contract/exchange.ts'
import type { RampFault } from '../../../contract/orders.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { Readable } from '../../base/deriveMachine.ts'
import type { OpenOrderWindow } from '../../nouns/orders/orders.ts'

export type ExchangeFailure = RampFault | 'offline' | 'unsupported' | 'moved' | 'unsafe' | 'blocked' | 'other'

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
  | { readonly at: 'opened'; readonly orderId: string; readonly url?: string }
  | { readonly at: 'failed'; readonly failure: ExchangeFailure }

export interface ExchangeFlow {
  readonly ask: Readable<ExchangeAsk | undefined>
  /** Assets that can be deposited to the active account: the network's own currency, and tokens that the services list. */
  readonly assets: Readable<readonly { readonly asset: CaipAsset; readonly shown: SentAsset }[]>
  readonly exchanges: Readable<ExchangesState>
  readonly progress: Readable<ExchangeProgress>
  /** As typed. */
  readonly typed: Readable<string>
  enter(ask?: ExchangeAsk): () => void
  chooseAsset(asset: CaipAsset): void
  type(text: string): void
  retry(): void
  /** Called in the click, as `RampFlow.buy`. */
  start(exchangeId: string, open: OpenOrderWindow): Promise<void>
}
