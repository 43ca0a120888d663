/** Words of Account. */
export const accountTexts = {
  'account.balance': 'Balance',
  'account.total': 'Total value',
  'account.menu': 'More',
  'account.wallets': 'Wallets',
  'account.unknown': '—',
  'account.copy': 'Copy address',
  'account.copied': 'Address copied',
  'account.copyFailed': 'Couldn’t copy. Select the address and copy it.',
  'account.showAddress': 'Show full address',
  'account.hideAddress': 'Hide full address',
  'account.actions': 'Actions',
  'account.fund': 'Add funds',
  'account.onramp': 'Buy',
  'account.swaps': 'Swap',
  'account.receive': 'Receive',
  'account.send': 'Send',
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

/** Words of copying what a token or a transaction is known by. */
export const detailTexts = {
  'detail.copyAddress': 'Copy address',
  'detail.copiedAddress': 'Address copied',
  'detail.copyContract': 'Copy contract address',
  'detail.copiedContract': 'Contract address copied',
  'detail.copyHash': 'Copy transaction ID',
  'detail.copiedHash': 'Transaction ID copied',
  'detail.copyFailed': 'Couldn’t copy. Select the text and copy it.',
} as const

/** Words of one token, seen closer. */
export const tokenTexts = {
  'token.looking': 'Loading token',
  'token.actions': 'Actions',
  'token.price': 'Price',
  'token.value': 'Value',
  'token.unknown': 'Unknown',
  'token.contract': 'Contract',
  'token.native': 'Native currency',
  'token.network': 'Network',
  'token.kind': 'Type',
  'token.explorer': 'View on {explorer}',
  'token.activity': 'Activity',
  'token.noActivity': 'No activity yet',
  'token.noRecent': 'None in your latest activity',
  'token.gone': 'You don’t own this token',
  'token.goneHint': 'This account doesn’t hold it on {network}.',
} as const
