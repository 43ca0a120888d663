import { oneOf } from '../../engine/base/oneOf.ts'
import type { Kept } from '../shell/useKept.ts'
import type { Widget } from '../shell/widget.ts'
import { loadExchange } from './loadExchange.ts'

const longest = 128
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined

/** What the host opened the form with last: it is filled in once. */
const filledData = (): Kept<unknown> => ({ value: undefined })

/** Keeps assets and exchanges fresh while the form is shown, and fills in what the host asked for. */
export async function enterExchange(widget: Widget, data?: unknown): Promise<() => () => void> {
  const { flow, orders } = await loadExchange(widget)()
  return () => {
    const stops = [flow.enter(data), orders.follow()]
    const filled = oneOf(widget, filledData)
    if (typeof data === 'object' && data !== null && filled.value !== data) {
      filled.value = data
      // What a host gives is a stranger's text: only what has the form of it is filled in.
      const { token, amount } = data as Readonly<Record<string, unknown>>
      const [wanted, typed] = [textOf(token), textOf(amount)]
      const isPayment = flow.ask.getState()?.payment !== undefined
      if (!isPayment && (wanted !== undefined || typed !== undefined))
        flow.want({
          ...(wanted !== undefined && { token: wanted }),
          ...(typed !== undefined && { amount: typed }),
        })
    }
    return () => {
      for (const stop of stops) stop()
      if (!widget.snapshot().modal.open) filled.value = undefined
    }
  }
}

/** Follows open orders while one of them is shown. */
export async function enterExchangeOrder(widget: Widget): Promise<() => () => void> {
  const { orders } = await loadExchange(widget)()
  return () => orders.follow()
}
