import { drawnAhead } from '../shell/drawnAhead.ts'
import type { Widget } from '../shell/widget.ts'
import { enterSwap } from './enterSwap.ts'
import { loadSwaps, swapsHere } from './loadSwaps.ts'
import { SwapView } from './SwapView.tsx'

/** Fetches the engine's part too, so that the press fetches nothing of the form. Rejects with CHUNK_FAILED. */
const fetchAhead = (widget: Widget) => loadSwaps(widget)()

/**
 * Draws the form out of sight, so that the press on Swap only shows it. One that holds tokens or an amount is not drawn
 * (decision 032).
 * @returns a function that cancels it.
 */
function drawAhead(widget: Widget): () => void {
  const isBlank = () => {
    const form = swapsHere(widget)?.flow.form.getState()
    return form !== undefined && !form.sell && !form.buy && form.typed === ''
  }
  return drawnAhead(widget, 'Swap', isBlank, fetchAhead(widget))
}

/** The form and its `enter`, fetched together, so that the press fetches nothing twice. */
export const swapForm = { View: SwapView, enter: enterSwap, fetchAhead, drawAhead } as const
