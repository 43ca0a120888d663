import type { FrameOwnScreen, FrameScreen } from 'latchkey/contract'
import type { ScreenLoader } from './screen.ts'

/** Every screen of the frame, each in a chunk of its own; one that is not here is answered `unsupported`. */
export const screenLoaders: { readonly [S in FrameScreen | FrameOwnScreen]?: ScreenLoader } = {
  APPROVE: async () => ({ Screen: (await import('../approve/ApproveScreen.tsx')).ApproveScreen, size: 520 }),
}
