/** Requests that cost something (HTTP 402, x402): what the visitor allows, and what was spent (reference money §4.1). */
import type { Amount } from '../../../contract/amount.ts'
import type { CaipAsset } from '../../../contract/caip19.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { PaymentRequirements } from '../../../contract/x402.ts'
import type { Readable } from '../../base/deriveMachine.ts'

/** A limit that the visitor set for one origin and asset, for this session. */
export interface SpendingCap {
  readonly origin: string
  readonly asset: CaipAsset
  readonly shown: SentAsset
  readonly limit: Amount
  readonly spent: Amount
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** A request that waits for the visitor's word. */
export interface AskedRequest {
  readonly id: string
  readonly origin: string
  readonly url: string
  readonly description?: string
  readonly requirements: PaymentRequirements
  readonly shown: SentAsset
  readonly amount: Amount
  /** What is allowed already; absent: nothing. */
  readonly cap?: SpendingCap
}

export interface PaidRequests {
  readonly asked: Readable<AskedRequest | undefined>
  readonly caps: Readable<readonly SpendingCap[]>
  /** Allows the one that waits: once, or up to a limit in whole units for this session. */
  allow(limit?: string): void
  refuse(): void
  forget(origin: string): void
  /**
   * As `fetch`; an answer of 402 is paid and asked for again, once.
   * @throws LatchkeyError SPENDING_CAP when the visitor refuses; the 402 answer itself where it cannot be paid.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>
}
