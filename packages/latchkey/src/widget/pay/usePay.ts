import type { PayFlow } from '../../engine/flows/pay/payFlow.ts'
import { type Later, useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'
import { loadPay, payHere } from './loadPay.ts'

/** The paying of the widget that a view belongs to: in its first drawing if it was fetched before. */
export function usePay(): Later<PayFlow> {
  const widget = useWidget()
  const here = payHere(widget)
  const { part, retry } = useLater(here === undefined, loadPay(widget))
  return { part: here ?? part, retry }
}
