import type { FramePayload } from 'latchkey/services'
import { StageContext, themeCss, tokensCss } from 'latchkey/ui'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createPlace } from './createPlace.ts'

/** Draws a page of the wallet that fills its window, in the look of the page that it was opened from; without one, its own. */
export function drawPage(
  document: Document,
  content: ReactNode,
  options: { readonly theme?: FramePayload<'SYNC_THEME'>; readonly leave?: () => void } = {},
): void {
  const { mode, variables } = options.theme ?? {}
  const place = createPlace(document, {
    pageCss: `:root{color-scheme:${mode ?? 'light dark'};background:light-dark(#f6f6f4,#0e1014)}body{margin:0;padding:16px}`,
    leave: options.leave ?? (() => {}),
  })
  place.host.dataset.theme = mode ?? 'system'
  if (options.theme) {
    place.speak(options.theme)
    place.dress(variables ? themeCss(variables).css : tokensCss())
  }
  createRoot(place.root).render(<StageContext value={place.surface}>{content}</StageContext>)
}
