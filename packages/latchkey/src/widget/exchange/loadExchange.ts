import { oneOf } from '../../engine/base/oneOf.ts'
import type { ExchangeFlow } from '../../engine/flows/exchange/exchangeFlow.ts'
import type { Orders } from '../../engine/nouns/orders/orders.ts'
import { loadOrders } from '../orders/loadOrders.ts'
import type { Widget } from '../shell/widget.ts'

/** What depositing and paying from an exchange needs of the engine. */
export interface Exchanging {
  readonly flow: ExchangeFlow
  readonly orders: Orders
}

/** What fetches it for a widget: the same function each time. It rejects with CHUNK_FAILED. */
export function loadExchange(widget: Widget): () => Promise<Exchanging> {
  return oneOf(widget, createLoad)
}

function createLoad(widget: Widget): () => Promise<Exchanging> {
  return async () => {
    const [flow, orders] = await Promise.all([widget.engine.exchanging(), loadOrders(widget)()])
    return { flow, orders }
  }
}
