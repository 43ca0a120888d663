import type { FrameHandler } from '../frame.ts'

/** Keeps what the page says of itself: shown after what the browser says, and as its own words (T07). */
export const syncDappData: FrameHandler<'SYNC_DAPP_DATA'> = (dapp, frame) => {
  frame.page.dapp = dapp
  return {}
}
