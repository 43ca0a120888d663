import { defineView } from '../shell/defineView.ts'

/** The view of one's own address, for others to send to. */
export const receiveViews = [
  defineView({
    name: 'WalletReceive',
    load: () => import('./WalletReceiveView.tsx').then(module => module.WalletReceiveView),
    title: ({ t }) => t('title.receive'),
    needsConnection: true,
    instead: ({ state }) => (state.features.receive === false ? 'Account' : undefined),
  }),
]
