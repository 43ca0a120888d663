import { awaitsOrders } from '../../engine/nouns/orders/awaitsOrders.ts'
import type { DataOf } from '../shell/defineView.ts'
import type { Widget } from '../shell/widget.ts'
import { keepBalance } from './keepBalance.ts'

/** Enters Account on the requested tab and polls the balance while the view is shown. Orders that were not over are followed from here on (T73). */
export function enterAccount(widget: Widget, data: DataOf<'Account'>): () => void {
  if (data?.tab !== undefined) widget.selectTab(data.tab)
  void resume(widget).catch(() => undefined)
  return keepBalance(widget)
}

async function resume(widget: Widget): Promise<void> {
  if (!(await widget.engine.ctx.storage.read(awaitsOrders))) return
  const { loadOrders } = await import('../orders/loadOrders.ts')
  await loadOrders(widget)()
}
