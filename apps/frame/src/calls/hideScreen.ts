import type { FrameHandler } from '../frame.ts'

/** Takes back what the page had shown, as if the visitor had closed it; what waits for an approval stays, RPC_ABORT refuses that. */
export const hideScreen: FrameHandler<'HIDE_SCREEN'> = (_payload, frame) => {
  frame.screens.closeAll(screen => screen !== 'APPROVE')
  return {}
}
