/** Words of AllWallets. The first line of an error is SPEC §8's and comes from the error table. */
export const allWalletsTexts = {
  'allWallets.list': 'Wallets',
  'allWallets.search': 'Search wallets',
  'allWallets.clear': 'Clear the search',
  'allWallets.looking': 'Looking for wallets',
  'allWallets.installed': 'installed',
  'allWallets.connected': 'connected',
  'allWallets.extension': 'extension',
  'allWallets.count': '{count} wallets',
  'allWallets.one': '1 wallet',
  'allWallets.none': 'No wallet found',
  'allWallets.noneHint':
    'Nothing is called “{search}”. Check the spelling, or search for a part of the name.',
  'allWallets.emptyHint': 'None of the wallets here works with this site.',
  'allWallets.fallbackHint': 'These are the wallets we know without a connection.',
  'allWallets.failedHint': 'Check your internet connection and try again.',
  'allWallets.retry': 'Try again',
} as const
