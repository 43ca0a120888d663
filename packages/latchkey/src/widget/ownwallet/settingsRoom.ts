import { enterWalletSettings } from './enterWalletSettings.ts'
import { WalletSettingsView } from './WalletSettingsView.tsx'

/** The settings' view with what enters it, as one chunk. */
export const settingsRoom = { View: WalletSettingsView, enter: enterWalletSettings } as const
