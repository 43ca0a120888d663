import { defineView } from '../shell/defineView.ts'

/** The view of several wallets. */
export const profileWalletsViews = [
  defineView({
    name: 'ProfileWallets',
    load: () => import('./ProfileWalletsView.tsx').then(module => module.ProfileWalletsView),
    title: ({ t }) => t('title.profileWallets'),
    instead: ({ state }) => {
      if (state.features.multiWallet === true) return undefined
      return state.accounts[state.activeNamespace]?.address === undefined ? 'Connect' : 'Account'
    },
    next: ['Connect'],
  }),
]
