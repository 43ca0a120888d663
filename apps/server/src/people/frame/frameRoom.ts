import type { Room } from '../../core/context/room.ts'
import { type FrameSettings, readFrameSettings } from './readFrameSettings.ts'
import type { FrameNeeds } from './serveFrame.ts'

const loadServe = () => import('./serveFrame.ts')

/** The wallet's origin, on a port of its own. */
export const frameRoom: Room<FrameSettings, FrameNeeds> = {
  settings: readFrameSettings,
  load: ({ framePort }) => (framePort === undefined ? undefined : loadServe()),
  async serve(ctx, port) {
    if (ctx.settings.framePort === undefined) return undefined
    const { serveFrame } = await loadServe()
    return serveFrame(ctx, port)
  },
}
