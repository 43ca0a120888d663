import type { Swaps } from '../../engine/flows/swap/swapFlow.ts'
import { type Later, useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'
import { loadSwaps } from './loadSwaps.ts'

/** The swapping of the widget that a view belongs to, once its chunk is here. */
export function useSwaps(): Later<Swaps> {
  return useLater(true, loadSwaps(useWidget()))
}
