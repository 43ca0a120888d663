/** Names of Account's tabs. */
export const tabTexts = {
  'account.tab.tokens': 'Tokens',
  'account.tab.nfts': 'NFTs',
  'account.tab.activity': 'Activity',
} as const
