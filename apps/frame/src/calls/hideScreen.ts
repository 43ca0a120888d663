import type { FrameHandler } from '../frame.ts'

/** Takes back what is shown, as if the visitor had closed it. */
export const hideScreen: FrameHandler<'HIDE_SCREEN'> = (_payload, frame) => {
  frame.screens.closeAll()
  return {}
}
