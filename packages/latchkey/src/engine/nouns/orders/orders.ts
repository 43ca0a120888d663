/** Orders at on-ramps and exchanges as the views see them: followed by the services' word and the chain's (SPEC-NOTES §4; T71, T73). */
import type { OrderEntry } from '../../../contract/journal.ts'
import type { WireOrder } from '../../../contract/orders.ts'
import type { Readable } from '../../base/deriveMachine.ts'

/** An order, with what is known about it. */
export interface ShownOrder {
  /** What this browser stored, before the provider's page was opened. */
  readonly entry: OrderEntry
  /** What the services answered last; absent until they were asked. */
  readonly told?: WireOrder
  /** Asked, and they did not answer: what is shown is older. */
  readonly stale: boolean
  /** Credited by the chain's receipt, or by a balance that grew where the provider gives no hash; absent: not seen yet. */
  readonly credited?: 'receipt' | 'balance'
}

/** The provider's page, in a window of its own. */
export interface OrderWindow {
  /** Sends it to an address; false: its visitor closed it. */
  go(url: string): boolean
  close(): void
}

export interface Orders {
  /** Those of the active account, the last first. */
  readonly list: Readable<readonly ShownOrder[]>
  /** Keeps asking about those that are not over, while a view shows them. Returns the stop. */
  follow(): () => void
  /** Asks about them at once. */
  refresh(): Promise<void>
}

/**
 * Opens a blank window in the click, before anything is awaited: 480×720, without a way back to this page (`noopener`, T20). Undefined: it was blocked, and the view shows a link.
 */
export type OpenOrderWindow = () => OrderWindow | undefined
