import type { ViewName } from '../../contract/views.ts'
import type { Widget } from './widget.ts'

/**
 * Draws a view out of sight as the next step of the history, once its code is here and if it is blank: text search would
 * find account data twice (decision 032). `code` is what it draws with beside its own chunk.
 * @returns a function that cancels it.
 */
export function drawnAhead(
  { views, snapshot }: Widget,
  view: ViewName,
  isBlank: () => boolean,
  code?: Promise<unknown>,
): () => void {
  let isWanted = true
  const draw = () => {
    if (!isWanted || views.state(view).at !== 'ready' || !isBlank()) return
    const { entry, made } = snapshot().modal
    views.drawAhead({ key: made, view, data: undefined, pushedAt: undefined, from: entry.key })
  }
  const chunk = views.load(view)
  // Without its code, the press fetches it again.
  void (code ? Promise.all([chunk, code]) : chunk).then(draw, () => undefined)
  return () => {
    isWanted = false
    views.drawAhead(undefined)
  }
}
