import { defineView } from '../shell/defineView.ts'
import { enterAccount } from './enterAccount.ts'

/** The views of a connected account. */
export const accountViews = [
  defineView({
    name: 'Account',
    load: () => import('./AccountView.tsx').then(module => module.AccountView),
    title: ({ t }) => t('title.account'),
    needsConnection: true,
    next: ['Networks'],
    enter: enterAccount,
  }),
  defineView({
    name: 'WalletToken',
    load: () => import('./WalletTokenView.tsx').then(module => module.WalletTokenView),
    title: ({ t }) => t('title.token'),
    needsConnection: true,
  }),
]
