import { oneOf } from '../../engine/base/oneOf.ts'
import type { Orders } from '../../engine/nouns/orders/orders.ts'
import type { Widget } from '../shell/widget.ts'
import { followOrders } from './followOrders.ts'

/** What fetches the orders of a widget and follows those that are not over: the same function each time. It rejects with CHUNK_FAILED. */
export function loadOrders(widget: Widget): () => Promise<Orders> {
  return oneOf(widget, createLoad)
}

function createLoad(widget: Widget): () => Promise<Orders> {
  let followed: Orders | undefined
  return async () => {
    const orders = await widget.engine.orders()
    if (followed !== orders) followOrders(widget, orders)
    followed = orders
    return orders
  }
}
