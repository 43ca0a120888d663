import { defineView } from '../shell/defineView.ts'

/** The view of one transaction; the list itself is a panel of Account. */
export const activityViews = [
  defineView({
    name: 'WalletTransaction',
    load: () => import('./WalletTransactionView.tsx').then(module => module.WalletTransactionView),
    title: ({ t }) => t('title.transaction'),
    needsConnection: true,
  }),
]
