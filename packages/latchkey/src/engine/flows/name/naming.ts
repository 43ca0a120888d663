/** Registering a name of the services' zone, and changing one that the account holds (SPEC §4 "Name registration"). */
import type { Machine } from '../../base/machine.ts'
import type { TypedNames } from './createTypedName.ts'
import type { NameOrder, NamingEvent, NamingState } from './namingTransition.ts'

/** Reached by `engine.naming()`, in a chunk of its own. */
export interface Naming {
  readonly machine: Machine<NamingState, NamingEvent>
  /** The name that is being typed. It stays through refusals, until it is registered or another account is active. */
  readonly typed: TypedNames
  /**
   * Fetches a nonce and asks the wallet to sign the order; while something is under way it does nothing. Every failure is in the
   * state, not thrown. A signature that comes too late for its nonce is followed by `lapsed`, and `again` asks for one more.
   */
  order(order: NameOrder): void
  /** Repeats what lapsed or failed, with a new nonce. */
  again(): void
  /** Stops waiting for the wallet, whose answer then counts for nothing. What the services were sent already goes on. */
  stop(): void
}
