/** What the active account holds on its network, for the Tokens tab and the token picker (SPEC §1, §3). */
import type { Amount } from '../../../contract/amount.ts'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import type { Readable } from '../../base/deriveMachine.ts'

/** One holding; texts are cleaned (T67), unknown parts are absent (F27). */
export interface Token {
  /** Unique in a list: the contract in lower case, or 'native'. */
  readonly key: string
  readonly caipNetworkId: CaipNetworkId
  /** Absent for the network's own currency. */
  readonly address?: string
  readonly name: string
  readonly symbol: string
  readonly amount: Amount
  /** Fiat for one whole unit, and for all of it; for display only. */
  readonly price?: number
  readonly value?: number
  /** Where its picture is, through the services' own images only (T69). */
  readonly iconUrl?: string
}

/** The known tokens of one account on one network. */
export interface Portfolio {
  /** The most valuable first; those without a price after, by name. */
  readonly tokens: readonly Token[]
  /** Sum of the known values; absent while none is known. */
  readonly total?: number
  /** ISO 4217, upper case: what `price`, `value` and `total` are in. */
  readonly currency: string
  /** When it was read, in milliseconds since the epoch. */
  readonly at: number
}

export interface TokensState {
  /** By CAIP-10 address; absent while unknown. */
  readonly portfolios: Readonly<Record<string, Portfolio>>
  /** CAIP-10 addresses whose last question failed: 'Token Balance Unavailable', with the portfolio's age (F20). */
  readonly failed: readonly string[]
  /** CAIP-10 addresses with unknown holdings: on test networks, and where no service answers (SPEC §5). */
  readonly unsupported: readonly string[]
  /** When one that failed may be asked for again, in milliseconds since the epoch. */
  readonly retryAt: Readonly<Record<string, number>>
  readonly loading: readonly string[]
}

/** Reached by `engine.tokens()`, in a chunk of its own. */
export interface Tokens {
  readonly machine: Readable<TokensState>
  /**
   * Reads the active account's tokens: at most once in 30 s, and not within 30 s of a failure, unless forced, which the
   * account's own sending is reason for (SPEC §5, §9). A failure is in the state, not thrown.
   */
  refresh(options?: { readonly force?: boolean }): Promise<void>
  /** Keeps the holdings fresh while they are watched; pauses in hidden pages. Returns the stop. */
  watch(): () => void
}
