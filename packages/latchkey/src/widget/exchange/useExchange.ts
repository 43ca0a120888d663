import { type Later, useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'
import { type Exchanging, loadExchange } from './loadExchange.ts'

/** The exchanging of the widget that a view belongs to. */
export function useExchange(): Later<Exchanging> {
  return useLater(true, loadExchange(useWidget()))
}
