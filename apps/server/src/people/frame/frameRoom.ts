import type { Room } from '../../core/context/room.ts'
import { type FrameSettings, readFrameSettings } from './readFrameSettings.ts'
import { type FrameNeeds, serveFrame } from './serveFrame.ts'

/** The wallet's origin, on a port of its own. */
export const frameRoom: Room<FrameSettings, FrameNeeds> = {
  settings: readFrameSettings,
  serve: serveFrame,
}
