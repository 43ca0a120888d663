import type { DataOf } from '../shell/defineView.ts'
import type { Widget } from '../shell/widget.ts'
import { loadSwaps } from './loadSwaps.ts'

/** Begins the review and keeps it fresh while the view is shown; a pending wallet request continues after it is left. */
export async function enterSwapPreview(
  widget: Widget,
  data: DataOf<'SwapPreview'>,
): Promise<() => () => void> {
  const { flow, review } = await loadSwaps(widget)()
  return () => {
    const leave = flow.enter()
    review.begin(data)
    // Made up by a host, taken before, or opened by itself: there is nothing to review.
    if (review.progress.getState().at === 'idle') widget.replace('Swap')
    return () => {
      leave()
      review.leave()
    }
  }
}
