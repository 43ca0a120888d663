/** Words of the wallet that comes with a login, as it stands in Account and in its settings. */
export const ownWalletTexts = {
  'own.total': 'Total value',
  'own.settings': 'Wallet settings',
  'own.settingsHint': 'Recovery, passkeys, browsers',
  'own.accountType': 'Account type',
  'own.eoa': 'Standard account',
  'own.smartAccount': 'Smart account',
  'own.switch': 'Switch',
  'own.logOut': 'Log out',
  'own.remind': 'Recovery is not set up',
  'own.remindNone':
    'Nothing but the browsers that you use opens this wallet. Set it up before you keep anything in it.',
  'own.remindPasskey':
    'Elsewhere only your passkey opens this wallet. Make a recovery code, in case you lose it.',
  'own.setUp': 'Set up recovery',
  'own.later': 'Not now',
  'own.loading': 'Loading your settings',
  'own.failedHint': 'Check your internet connection and try again.',
  'own.retry': 'Try again',
} as const
