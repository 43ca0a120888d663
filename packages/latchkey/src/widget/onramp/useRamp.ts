import { type Later, useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'
import { loadRamp, type Ramp } from './loadRamp.ts'

/** The buying of the widget that a view belongs to. */
export function useRamp(): Later<Ramp> {
  return useLater(true, loadRamp(useWidget()))
}
