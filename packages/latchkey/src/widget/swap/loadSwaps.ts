import { oneOf } from '../../engine/base/oneOf.ts'
import type { Swaps } from '../../engine/flows/swap/swapFlow.ts'
import type { Widget } from '../shell/widget.ts'
import { followSwaps } from './followSwaps.ts'

/** What fetches the swapping of a widget: the same function each time. It rejects with CHUNK_FAILED. */
export function loadSwaps(widget: Widget): () => Promise<Swaps> {
  return oneOf(widget, createLoad).load
}

/** The swapping of a widget if it was fetched before; asks for nothing. */
export function swapsHere(widget: Widget): Swaps | undefined {
  return oneOf(widget, createLoad).here()
}

function createLoad(widget: Widget) {
  let followed: Swaps | undefined
  return {
    here: () => followed,
    async load(): Promise<Swaps> {
      const swaps = await widget.engine.swapping()
      if (followed !== swaps) followSwaps(widget, swaps)
      followed = swaps
      return swaps
    },
  }
}
