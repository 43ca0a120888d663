import type { DataOf } from '../shell/defineView.ts'
import type { Widget } from '../shell/widget.ts'
import { keepBalance } from './keepBalance.ts'

/** Goes to Account: on the tab that is asked for, with the balance kept while it is shown. */
export function enterAccount(widget: Widget, data: DataOf<'Account'>): () => void {
  if (data?.tab !== undefined) widget.selectTab(data.tab)
  return keepBalance(widget)
}
