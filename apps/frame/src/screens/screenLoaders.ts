import type { FrameOwnScreen, FrameScreen } from 'latchkey/contract'
import type { ScreenLoader } from './screen.ts'

const login: ScreenLoader = async () => ({
  Screen: (await import('../login/screens/LoginScreen.tsx')).LoginScreen,
  size: 380,
})

const change: ScreenLoader = async () => ({
  Screen: (await import('../login/screens/ChangeScreen.tsx')).ChangeScreen,
  size: 380,
})

/** Every screen of the frame, each in a chunk of its own; one that is not here is answered `unsupported`. */
export const screenLoaders: { readonly [S in FrameScreen | FrameOwnScreen]?: ScreenLoader } = {
  VERIFY_DEVICE: login,
  VERIFY_OTP: login,
  VERIFY_PRIMARY_OTP: change,
  VERIFY_SECONDARY_OTP: change,
  RECOVERY: login,
  APPROVE: async () => ({ Screen: (await import('../approve/ApproveScreen.tsx')).ApproveScreen, size: 520 }),
}
