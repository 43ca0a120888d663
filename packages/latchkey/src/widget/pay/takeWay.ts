import { parseCaipAsset } from '../../contract/caip19.ts'
import type { PayFlow, PayWay, ShownPayment } from '../../engine/flows/pay/payFlow.ts'
import type { Widget } from '../shell/widget.ts'

/** Takes a way to pay: to its review, or to the view that it leads to. */
export async function takeWay(
  widget: Widget,
  { pay, shown, way }: { readonly pay: PayFlow; readonly shown: ShownPayment; readonly way: PayWay },
): Promise<void> {
  if (way.kind === 'card') return widget.push('OnRampProviders')
  pay.choose(way.key)
  // The ways of the other network take the place of these.
  if (way.kind === 'network') return
  if (way.kind !== 'exchange') return widget.push('PayReview')
  const { asset, amount, recipient, symbol, decimals } = way.accepted
  const flow = await widget.engine.exchanging().catch(() => undefined)
  // Its chunk did not come: the ways are there to be chosen anew.
  if (!flow) return pay.back()
  const token = parseCaipAsset(asset)
  const address = token && token.kind !== 'slip44' ? { address: token.reference } : {}
  const payment = shown.payment && { payment: shown.payment.id }
  widget.push(
    'ExchangeSelect',
    flow.pays({ asset, amount, recipient, shown: { ...address, symbol, decimals }, ...payment }),
  )
}
