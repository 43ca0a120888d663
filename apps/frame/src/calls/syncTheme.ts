import type { FrameHandler } from '../frame.ts'

/** Takes over the page's look and words. */
export const syncTheme: FrameHandler<'SYNC_THEME'> = (theme, frame) => {
  frame.page.theme = theme
  frame.screens.dress(theme)
  return {}
}
