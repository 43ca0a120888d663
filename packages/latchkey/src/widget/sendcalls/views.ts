import { defineView } from '../shell/defineView.ts'

/** The view of several calls that the host sends. */
export const sendCallsViews = [
  defineView({
    name: 'WalletSendCalls',
    load: () => import('./WalletSendCallsView.tsx').then(module => module.WalletSendCallsView),
    title: ({ t }) => t('title.sendCalls'),
    needsConnection: true,
  }),
]
