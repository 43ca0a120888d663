import { oneOf } from '../../engine/base/oneOf.ts'
import type { RampFlow } from '../../engine/flows/onramp/rampFlow.ts'
import type { Orders } from '../../engine/nouns/orders/orders.ts'
import { loadOrders } from '../orders/loadOrders.ts'
import type { Widget } from '../shell/widget.ts'

/** What buying needs of the engine. */
export interface Ramp {
  readonly flow: RampFlow
  readonly orders: Orders
}

/** What fetches the buying of a widget: the same function each time. It rejects with CHUNK_FAILED. */
export function loadRamp(widget: Widget): () => Promise<Ramp> {
  return oneOf(widget, createLoad)
}

function createLoad(widget: Widget): () => Promise<Ramp> {
  return async () => {
    const [flow, orders] = await Promise.all([widget.engine.buying(), loadOrders(widget)()])
    return { flow, orders }
  }
}
