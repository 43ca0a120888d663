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
    'When you lose the browsers that you use, this wallet is gone. Set up recovery before you keep anything in it.',
  'own.remindPasskey':
    'When you lose the browsers that you use and your passkey, this wallet is gone. Make a recovery code.',
  'own.setUp': 'Set up recovery',
  'own.later': 'Not now',
  'own.keep': 'What you must keep',
  'own.keepWays':
    'When you lose the browsers that you use, you need {ways}, or this wallet is gone: logging in does not bring it back.',
  'own.keepPasskey': 'your passkey',
  'own.keepCode': 'your recovery code',
  'own.keepPassword': 'your password',
  'own.keepOr': '{one} or {other}',
  'own.gotIt': 'Got it',
  'own.loading': 'Loading your settings',
  'own.failedHint': 'Check your internet connection and try again.',
  'own.retry': 'Try again',
} as const
