import type { CaipNetworkId } from 'latchkey/contract'
import type { Move } from '../indexer/decodeLog.ts'
import type { Hex } from '../indexer/hexBytes.ts'
import type { Outline } from './operationType.ts'

/** A transaction's place in its chain; lists go from the newest to the oldest. */
export interface Place {
  readonly block: number
  readonly position: number
}

/** A transaction that concerns an account, before it is put into words. Addresses and hashes are lower case. */
export interface HistoryEntry extends Place, Outline {
  readonly hash: Hex
  /** Milliseconds since 1970. */
  readonly minedAt: number
  readonly status: 0 | 1 | null
  readonly nonce: number | null
  /** The contract that a deployment made. */
  readonly created: Hex | null
  /** The transfers that the account sent or received, in their order. */
  readonly legs: readonly Move[]
}

/** What a token says of itself, raw or cleaned; it is cleaned before it goes out. */
export interface TokenWords {
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
}

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[]
  readonly tokens: ReadonlyMap<Hex, TokenWords>
  /** Whether older entries follow the last one. */
  readonly more: boolean
}

/**
 * The source of a chain's history: the own index, or a third-party service. A provider answers with the data it has and
 * throws when it cannot; it never fills in.
 */
export interface HistoryProvider {
  list(query: {
    readonly chain: CaipNetworkId
    /** Lower case. */
    readonly account: Hex
    /** Only entries older than this. */
    readonly before: Place | undefined
    readonly limit: number
  }): Promise<HistoryPage>
}

/** The provider did not answer; its message says why and holds no key. */
export class HistoryOutage extends Error {
  override readonly name = 'HistoryOutage'
  /** Seconds after which asking again may help. */
  readonly retryAfter: number

  constructor(message: string, retryAfter = 1) {
    super(message)
    this.retryAfter = retryAfter
  }
}
