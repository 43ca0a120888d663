import { oneOf } from '../../engine/base/oneOf.ts'
import type { PayFlow } from '../../engine/flows/pay/payFlow.ts'
import type { Widget } from '../shell/widget.ts'

/** What fetches the paying of a widget: the same function each time. It rejects with CHUNK_FAILED. */
export function loadPay(widget: Widget): () => Promise<PayFlow> {
  return oneOf(widget, createLoad).load
}

/** The paying of a widget if it was fetched before; asks for nothing. */
export function payHere(widget: Widget): PayFlow | undefined {
  return oneOf(widget, createLoad).here()
}

function createLoad({ engine }: Widget) {
  let flow: PayFlow | undefined
  return {
    here: () => flow,
    async load(): Promise<PayFlow> {
      const loaded = await engine.paying()
      flow = loaded
      return loaded
    },
  }
}
