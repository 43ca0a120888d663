import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

/** The view of the wallet that comes with a login. */
export const ownWalletViews = [
  defineView({
    name: 'WalletSettings',
    load: () => import('./WalletSettingsView.tsx').then(module => module.WalletSettingsView),
    title: ({ t }) => t('title.walletSettings'),
    needsConnection: true,
    enter: (widget, data) =>
      enterLater(widget, async () => {
        const { enterWalletSettings } = await import('./enterWalletSettings.ts')
        return () => enterWalletSettings(widget, data)
      }),
  }),
]
