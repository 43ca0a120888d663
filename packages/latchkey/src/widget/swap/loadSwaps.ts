import { oneOf } from '../../engine/base/oneOf.ts'
import type { Swaps } from '../../engine/flows/swap/swapFlow.ts'
import type { Widget } from '../shell/widget.ts'
import { followSwaps } from './followSwaps.ts'

/** What fetches the swapping of a widget: the same function each time. It rejects with CHUNK_FAILED. */
export function loadSwaps(widget: Widget): () => Promise<Swaps> {
  return oneOf(widget, createLoad)
}

function createLoad(widget: Widget): () => Promise<Swaps> {
  let followed: Swaps | undefined
  return async () => {
    const swaps = await widget.engine.swapping()
    if (followed !== swaps) followSwaps(widget, swaps)
    followed = swaps
    return swaps
  }
}
