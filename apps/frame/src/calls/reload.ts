import type { FrameHandler } from '../frame.ts'

/** Reloads the page once the answer is sent; the embedding page waits for the next report. */
export const reload: FrameHandler<'RELOAD'> = () => {
  setTimeout(() => location.reload(), 0)
  return {}
}
