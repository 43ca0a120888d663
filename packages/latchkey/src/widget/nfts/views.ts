import { defineView } from '../shell/defineView.ts'

/** The view of one NFT; the tab itself is a panel of Account. */
export const nftsViews = [
  defineView({
    name: 'WalletNft',
    load: () => import('./WalletNftView.tsx').then(module => module.WalletNftView),
    title: ({ t }) => t('title.nft'),
    needsConnection: true,
  }),
]
