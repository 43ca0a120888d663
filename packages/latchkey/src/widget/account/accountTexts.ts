/** Words of Account. */
export const accountTexts = {
  'account.balance': 'Balance',
  'account.wallets': 'Wallets',
  'account.unknown': '—',
  'account.copy': 'Copy address',
  'account.copied': 'Address copied',
  'account.copyFailed': 'Could not copy: select the address and copy it yourself',
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
  'account.tabs': 'What the account holds and did',
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
  'tokens.testnet': 'Test networks have no token list',
  'tokens.testnetHint': 'What is on {network} has no value anywhere else.',
  'tokens.unsupportedHint': 'Nobody lists tokens on {network}. Another network may have some.',
  'tokens.empty': 'No tokens on {network} yet',
  'tokens.emptyHint': 'What you receive shows here.',
  'tokens.asOf': 'Last known {age}.',
  'tokens.nextTry': 'Next try in {seconds}\u00a0s.',
  'tokens.retrying': 'Trying again…',
  'tokens.offline': 'Waiting for the network connection.',
} as const
