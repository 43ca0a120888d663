/** Words of Account. */
export const accountTexts = {
  'title.account': 'Account',
  'account.balance': 'Balance',
  'account.unknown': '—',
  'account.copy': 'Copy address',
  'account.copied': 'Address copied',
  'account.copyFailed': 'Could not copy: select the address and copy it yourself',
  'account.showAddress': 'Show full address',
  'account.hideAddress': 'Hide full address',
  'account.network': 'Network',
  'account.unknownNetwork': 'Network {id}',
  'account.explorer': 'View on {explorer}',
  'account.disconnect': 'Disconnect',
} as const
