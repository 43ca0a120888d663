/** Words of Account. */
export const accountTexts = {
  'account.balance': 'Balance',
  'account.wallets': 'Wallets',
  'account.unknown': '—',
  'account.copy': 'Copy address',
  'account.copied': 'Address copied',
  'account.copyFailed': 'Couldn’t copy. Select the address and copy it.',
  'account.showAddress': 'Show full address',
  'account.hideAddress': 'Hide full address',
  'account.actions': 'Actions',
  'account.fund': 'Fund',
  'account.onramp': 'Buy',
  'account.swaps': 'Swap',
  'account.receive': 'Receive',
  'account.send': 'Send',
  'account.activity': 'Activity',
  'account.ways': 'Network and connection',
  'account.tabs': 'Holdings and activity',
  'account.retry': 'Try again',
  'account.network': 'Network',
  'account.unknownNetwork': 'Network {id}',
  'account.explorer': 'View on {explorer}',
  'account.disconnect': 'Disconnect',
} as const

/** Words in the place of a tab that did not come. */
export const panelTexts = {
  'account.panelHint': 'Check your internet connection and try again.',
} as const

/** Names of Account's tabs. */
export const tabTexts = {
  'account.tab.tokens': 'Tokens',
  'account.tab.nfts': 'NFTs',
  'account.tab.activity': 'Activity',
} as const

/** Words of the Tokens tab. */
export const tokensTexts = {
  'tokens.list': 'Tokens',
  'tokens.total': 'Total value',
  'tokens.testnet': 'No token list on test networks',
  'tokens.testnetHint': 'Tokens on {network} are for testing and have no value.',
  'tokens.unsupportedHint': 'Tokens on {network} can’t be listed here. Try another network.',
  'tokens.empty': 'No tokens on {network} yet',
  'tokens.emptyHint': 'Tokens you receive appear here.',
  'tokens.asOf': 'Last updated {age}.',
  'tokens.nextTry': 'Trying again in {seconds}\u00a0s.',
  'tokens.retrying': 'Trying again…',
  'tokens.offline': 'Waiting for your internet connection.',
} as const
