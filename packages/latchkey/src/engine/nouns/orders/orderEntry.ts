import { type CaipAddress, networkIdOf } from '../../../contract/caip.ts'
import type { OrderEntry } from '../../../contract/journal.ts'
import type { WireOrder } from '../../../contract/orders.ts'
import type { SentAsset } from '../../../contract/send.ts'
import { floorDecimal } from './floorDecimal.ts'

export interface OrderEntryOptions {
  /** Also the order's idempotency key. */
  readonly id: string
  /** The visitor's account, on the network of the asset. */
  readonly from: CaipAddress
  readonly shown: SentAsset
  /** Whole units that are expected, where the order does not say; absent: the provider's page asks how much. */
  readonly amount?: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Base units held now; absent while unknown. */
  readonly before?: bigint
  /** Who receives it, where that is not the visitor. */
  readonly recipient?: string
  readonly paymentId?: string
}

/** A new order as the journal stores it, before its page is opened. */
export function orderEntry(order: WireOrder, options: OrderEntryOptions): OrderEntry {
  const { id, from, shown, amount, at, before, recipient, paymentId } = options
  const expected = order.amount ?? amount
  return {
    kind: 'order',
    id,
    from,
    caipNetworkId: networkIdOf(from),
    at,
    via: order.kind,
    provider: order.provider,
    providerName: order.providerName,
    orderId: order.id,
    in: {
      asset: shown,
      ...(expected !== undefined && { amount: floorDecimal(expected, shown.decimals) }),
    },
    ...(order.fiat && { price: order.fiat }),
    state: order.state,
    expiresAt: order.expiresAt,
    ...(order.hash !== null && { hash: order.hash }),
    ...(before !== undefined && { before: `${before}` }),
    ...(recipient !== undefined && { recipient }),
    ...(paymentId !== undefined && { paymentId }),
  }
}
