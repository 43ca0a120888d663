import type { FrameOwnScreen, FrameScreen } from 'latchkey/services'
import type { ScreenLoader } from './screen.ts'

const login: ScreenLoader = async () => {
  const [{ LoginScreen }, { keeping }] = await Promise.all([
    import('../login/screens/LoginScreen.tsx'),
    import('../keeper/screens/keeping.tsx'),
  ])
  return { Screen: keeping(LoginScreen), size: 380 }
}

const change: ScreenLoader = async () => ({
  Screen: (await import('../login/screens/ChangeScreen.tsx')).ChangeScreen,
  size: 380,
})

const settings =
  (start: 'home' | 'recovery' | 'devices', size: number): ScreenLoader =>
  async () => {
    const { settingsAt } = await import('../settings/screens/SettingsScreen.tsx')
    return { Screen: settingsAt(start), size }
  }

/** Every screen of the frame, each in a chunk of its own; one that is not here is answered `unsupported`. */
export const screenLoaders: { readonly [S in FrameScreen | FrameOwnScreen]?: ScreenLoader } = {
  VERIFY_DEVICE: login,
  VERIFY_OTP: login,
  VERIFY_PRIMARY_OTP: change,
  VERIFY_SECONDARY_OTP: change,
  RECOVERY: login,
  PASSKEY: async () => {
    const [{ PasskeyScreen }, { keeping }] = await Promise.all([
      import('../login/screens/PasskeyScreen.tsx'),
      import('../keeper/screens/keeping.tsx'),
    ])
    return { Screen: keeping(PasskeyScreen), size: 320 }
  },
  OPEN_WALLET: async () => ({
    Screen: (await import('../keeper/screens/OpenScreen.tsx')).OpenScreen,
    size: 260,
  }),
  SETTINGS: settings('home', 520),
  RECOVERY_SETUP: settings('recovery', 420),
  DEVICES: settings('devices', 320),
  APPROVE: async () => ({ Screen: (await import('../approve/ApproveScreen.tsx')).ApproveScreen, size: 520 }),
}
