import { defineView } from '../shell/defineView.ts'
import { waysToFund } from './waysToFund.ts'

/** The view of how to have more in the wallet. */
export const fundViews = [
  defineView({
    name: 'FundWallet',
    load: () => import('./FundWalletView.tsx').then(module => module.FundWalletView),
    title: ({ t }) => t('title.fund'),
    needsConnection: true,
    // Who wants funds and has one way to them expects that way, not a menu of one.
    instead(snapshot, has) {
      const [first, ...others] = waysToFund(snapshot, has)
      // One that the services may not serve is looked at first.
      return others.length === 0 && first?.support === undefined ? first?.view : undefined
    },
  }),
]
