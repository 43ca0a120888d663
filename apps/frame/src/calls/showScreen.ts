import type { FrameHandler } from '../frame.ts'

/** Draws one of the screens that a page may ask for, and waits until the visitor is through with it. */
export const showScreen: FrameHandler<'SHOW_SCREEN'> = async ({ screen, data }, frame) => ({
  result: await frame.screens.show(screen, data).result,
})
