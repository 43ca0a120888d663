import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

const load = async () => (await import('./settingsRoom.ts')).settingsRoom

/** The view of the wallet that comes with a login. */
export const ownWalletViews = [
  defineView({
    name: 'WalletSettings',
    load: async () => (await load()).View,
    title: ({ t }) => t('title.walletSettings'),
    needsConnection: true,
    enter: (widget, data) =>
      enterLater(widget, async () => load().then(room => () => room.enter(widget, data))),
  }),
]
