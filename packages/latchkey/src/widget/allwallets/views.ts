import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

/** The views of wallets beyond the first list. */
export const allWalletsViews = [
  defineView({
    name: 'AllWallets',
    load: () => import('./AllWalletsView.tsx').then(module => module.AllWalletsView),
    title: ({ t }) => t('title.allWallets'),
    next: ['Downloads', 'ConnectingExternal'],
    enter: (widget, data) =>
      enterLater(widget, async () => {
        const { allWalletsOf } = await import('./allWalletsOf.ts')
        return () => allWalletsOf(widget).enter(data?.namespace ?? widget.snapshot().modal.namespace)
      }),
  }),
  defineView({
    name: 'Downloads',
    load: () => import('./DownloadsView.tsx').then(module => module.DownloadsView),
    title: ({ t, data }) => t('title.connecting', { wallet: data?.wallet?.name ?? '' }) || t('title.connect'),
  }),
]
