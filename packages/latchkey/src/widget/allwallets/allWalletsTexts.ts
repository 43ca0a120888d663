/** Words of AllWallets. The first line of an error is SPEC §8's and comes from the error table. */
export const allWalletsTexts = {
  'allWallets.list': 'Wallets',
  'allWallets.search': 'Search wallets',
  'allWallets.clear': 'Clear search',
  'allWallets.looking': 'Looking for wallets',
  'allWallets.installed': 'installed',
  'allWallets.connected': 'connected',
  'allWallets.extension': 'extension',
  'allWallets.count': '{count} wallets',
  'allWallets.one': '1 wallet',
  'allWallets.none': 'No wallet found',
  'allWallets.noMatch': 'No wallets match “{search}”',
  'allWallets.emptyHint': 'No listed wallet works with this site.',
  'allWallets.fallbackHint': 'Couldn’t load the full list. Showing a shorter one.',
  'allWallets.failedHint': 'Check your internet connection and try again.',
  'allWallets.retry': 'Try again',
} as const
