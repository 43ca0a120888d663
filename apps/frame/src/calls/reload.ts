import type { FrameHandler } from '../frame.ts'

/** Loads the page anew once the answer is on its way; the page around it waits for the next report. */
export const reload: FrameHandler<'RELOAD'> = () => {
  setTimeout(() => location.reload(), 0)
  return {}
}
