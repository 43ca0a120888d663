import { defineView } from '../shell/defineView.ts'

/** The views of connecting a wallet. */
export const connectViews = [
  defineView({
    name: 'Connect',
    load: () => import('./ConnectView.tsx').then(module => module.ConnectView),
    title: ({ t }) => t('title.connect'),
    footer: 'legal',
    next: ['ConnectingExternal'],
  }),
  defineView({
    name: 'ConnectWallets',
    load: () => import('./ConnectWalletsView.tsx').then(module => module.ConnectWalletsView),
    title: ({ t }) => t('title.connectWallets'),
    footer: 'legal',
    next: ['ConnectingExternal'],
  }),
  defineView({
    name: 'ConnectingExternal',
    load: () => import('./ConnectingExternalView.tsx').then(module => module.ConnectingExternalView),
    title: ({ t, data, snapshot }) =>
      t('title.connecting', { wallet: snapshot.row(data?.rowKey)?.name ?? '' }) || t('title.connect'),
    next: ['Account'],
    afterFade: true,
    enter: (widget, data) =>
      widget.connecting.enter(
        widget.snapshot().row(data?.rowKey),
        data?.namespace ?? widget.snapshot().modal.namespace,
      ),
  }),
]
