/** The names of the active account in the services' zone (SPEC §4 "Name registration"). */
import type { NameZone } from '../../../contract/nameZone.ts'
import type { Readable } from '../../base/deriveMachine.ts'

/** One name that an account holds. */
export interface OwnName {
  /** With the zone: `alice.latch.eth`. */
  readonly name: string
  /** Whether the account goes by it. */
  readonly isPrimary: boolean
  /** Another account handed it over. It does not count as one that this account chose. */
  readonly isReceived: boolean
  /** Its text records (ENSIP-5). */
  readonly records: Readonly<Record<string, string>>
}

/** The known names of one account. */
export interface AccountNames {
  /** `failed`: the last question was not answered; what is known stays. */
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Absent where names cannot be had: no services, no zone, or none for this network. */
  readonly zone?: NameZone
  /** The primary one first. */
  readonly names: readonly OwnName[]
}

/** By CAIP-10 address. */
export type OwnNamesState = Readonly<Record<string, AccountNames>>

/** Reached by `engine.names()`, in a chunk of its own. */
export interface OwnNames {
  readonly machine: Readable<OwnNamesState>
  /**
   * Reads the zone and the names of the active account, at most once in 5 minutes (SPEC §9) unless forced. No request is sent in
   * basic mode, on testnets (SPEC §5), for a namespace without names (SPEC §6), nor for a network that the services do not answer
   * for. A failure is in the state, not thrown.
   */
  refresh(options?: { readonly force?: boolean }): Promise<void>
  /** Keeps the names of the active account fresh while they are shown. Returns the stop. */
  watch(): () => void
}
