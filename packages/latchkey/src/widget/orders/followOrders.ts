import { isSettled } from '../../engine/nouns/journal/isSettled.ts'
import type { Orders, ShownOrder } from '../../engine/nouns/orders/orders.ts'
import type { Widget } from '../shell/widget.ts'
import { createTranslate } from '../texts/translate.ts'
import { orderNewsTexts } from './orderNewsTexts.ts'

/** Follows orders that are not over wherever the visitor is, and says what becomes of them: a late success is still told. */
export function followOrders(widget: Widget, orders: Orders): void {
  let stop: (() => void) | undefined
  let before = orders.list.getState()
  const look = () => {
    const now = orders.list.getState()
    const isOpen = now.some(({ entry }) => !isSettled(entry))
    if (isOpen) stop ??= orders.follow()
    else {
      stop?.()
      stop = undefined
    }
    for (const order of now) {
      const known = before.find(({ entry }) => entry.id === order.entry.id)
      if (known && newsOf(known) !== newsOf(order)) tell(order)
    }
    before = now
  }

  function tell(order: ShownOrder): void {
    const news = newsOf(order)
    if (news === undefined || isShown(widget, order.entry.id)) return
    const { in: came, providerName: name, grew } = order.entry
    const t = createTranslate(orderNewsTexts, widget.snapshot().config.texts)
    const amount = grew ?? came.amount
    const what = amount === undefined ? came.asset.symbol : `${amount} ${came.asset.symbol}`
    widget.notify({
      message: t(`orders.${news}${order.entry.recipient === undefined ? '' : 'Pay'}` as const, {
        what,
        name,
      }),
      variant: news === 'arrived' ? 'success' : 'error',
    })
  }

  const off = orders.list.subscribe(look)
  widget.engine.ctx.signal.addEventListener('abort', () => {
    off()
    stop?.()
  })
  look()
}

/** How an order ended; undefined while it is not over, or was never paid. */
function newsOf({ entry, credited }: ShownOrder): 'arrived' | 'failed' | undefined {
  if (credited) return 'arrived'
  return entry.state === 'failed' || entry.state === 'refunded' ? 'failed' : undefined
}

/** Whether the visitor looks at this very order. */
function isShown(widget: Widget, id: string): boolean {
  const { modal } = widget.snapshot()
  const { view, data } = modal.entry
  const isOrder = view === 'OnRampOrder' || view === 'ExchangeOrder'
  return modal.open && isOrder && (data as { readonly id?: string } | undefined)?.id === id
}
