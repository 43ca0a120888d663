/** Requests that cost something (HTTP 402, x402): what the visitor allows, and what was spent (reference money §4.1). */
import type { Amount } from '../../../contract/amount.ts'
import type { CaipAddress } from '../../../contract/caip.ts'
import type { CaipAsset } from '../../../contract/caip19.ts'
import type { Network } from '../../../contract/network.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { PaymentRequirements } from '../../../contract/x402.ts'
import type { Readable } from '../../base/deriveMachine.ts'

/** A limit that the visitor set for one origin and asset, for this session. */
export interface SpendingCap {
  readonly origin: string
  /** Whose money it is: another account allowed nothing. */
  readonly owner: CaipAddress
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
  /** By the one who is paid; it is not checked. */
  readonly description?: string
  readonly owner: CaipAddress
  readonly network: Network
  readonly requirements: PaymentRequirements
  readonly asset: CaipAsset
  readonly shown: SentAsset
  readonly amount: Amount
  /** What is allowed already; absent: nothing. */
  readonly cap?: SpendingCap
}

export interface PaidRequests {
  readonly asked: Readable<AskedRequest | undefined>
  readonly caps: Readable<readonly SpendingCap[]>
  /**
   * Allows the one that waits: once, or up to a limit in whole units for this session, with what was spent below the limit of before.
   * With an id that one alone, and no other that waits by now.
   * @throws LatchkeyError INVALID_AMOUNT; SPENDING_CAP for a limit that does not reach for it.
   */
  allow(limit?: string, id?: string): void
  /** Refuses the one that waits; with an id that one alone, and no other that waits by now. */
  refuse(id?: string): void
  forget(origin: string): void
  /**
   * As `fetch`; an answer of 402 is paid and asked for again, once.
   * Answers the 402 itself where it cannot be paid. @throws LatchkeyError SPENDING_CAP when the visitor refuses; SIGN_FAILED, WALLET_BAD_ANSWER,
   * CHUNK_FAILED; and what `fetch` throws.
   */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>
}
