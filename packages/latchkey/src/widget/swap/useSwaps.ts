import type { Swaps } from '../../engine/flows/swap/swapFlow.ts'
import { type Later, useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'
import { loadSwaps, swapsHere } from './loadSwaps.ts'

/** The swapping of the widget that a view belongs to: in its first drawing if it was fetched before. */
export function useSwaps(): Later<Swaps> {
  const widget = useWidget()
  const here = swapsHere(widget)
  const { part, retry } = useLater(here === undefined, loadSwaps(widget))
  return { part: here ?? part, retry }
}
