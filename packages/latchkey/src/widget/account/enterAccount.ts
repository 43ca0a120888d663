import type { DataOf } from '../shell/defineView.ts'
import type { Widget } from '../shell/widget.ts'
import { keepBalance } from './keepBalance.ts'

/** Enters Account on the requested tab and polls the balance while the view is shown. */
export function enterAccount(widget: Widget, data: DataOf<'Account'>): () => void {
  if (data?.tab !== undefined) widget.selectTab(data.tab)
  return keepBalance(widget)
}
