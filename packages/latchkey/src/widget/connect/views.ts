import { offeredLogins } from '../../engine/nouns/wallets/offeredLogins.ts'
import { defineView } from '../shell/defineView.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import { hasCode } from './hasCode.ts'

/** The views of connecting a wallet. */
export const connectViews = [
  defineView({
    name: 'Connect',
    load: () => import('./ConnectView.tsx').then(module => module.ConnectView),
    title: ({ t, snapshot }) => t(offersLogin(snapshot) ? 'title.connectLogin' : 'title.connect'),
    footer: 'legal',
    wide: hasCode,
    help: 'WhatIsAWallet',
    next: ['ConnectingExternal'],
  }),
  defineView({
    name: 'ConnectWallets',
    load: () => import('./ConnectWalletsView.tsx').then(module => module.ConnectWalletsView),
    title: ({ t }) => t('title.connectWallets'),
    footer: 'legal',
    wide: hasCode,
    help: 'WhatIsAWallet',
    next: ['ConnectingExternal'],
  }),
  defineView({
    name: 'WhatIsAWallet',
    load: () => import('./WhatIsAWalletView.tsx').then(module => module.WhatIsAWalletView),
    title: ({ t }) => t('title.whatIsAWallet'),
  }),
  defineView({
    name: 'ConnectingExternal',
    load: () => import('./ConnectingExternalView.tsx').then(module => module.ConnectingExternalView),
    title: ({ t, data, snapshot }) =>
      t('title.connecting', { wallet: snapshot.row(data?.rowKey)?.name ?? '' }) || t('title.connect'),
    next: ['Account'],
    afterPress: true,
    enter: (widget, data) =>
      widget.connecting.enter(
        widget.snapshot().row(data?.rowKey),
        data?.namespace ?? widget.snapshot().modal.namespace,
      ),
  }),
]

/** Whether wallets are one way in among others. */
function offersLogin({ config, state: { features } }: WidgetSnapshot): boolean {
  const { email, socials } = offeredLogins({ config, features })
  return email || socials
}
