/** Words of keeping a wallet where the browser stores nothing for the frame. */
export const keeperTexts = {
  'keeper.keepTitle': 'Keep your wallet in this browser',
  'keeper.keepHint':
    'This browser stores nothing for pages within other pages. A small window can keep your wallet here, so that you need not recover it each time.',
  'keeper.keep': 'Keep it here',
  'keeper.notNow': 'Not now',
  'keeper.openTitle': 'Open your wallet',
  'keeper.openHint': 'It opens by a small window, which closes by itself.',
  'keeper.open': 'Open wallet',
  'keeper.other': 'Log in another way',
  'keeper.blocked': 'The browser did not open the window. Allow it, and try again.',
  'keeper.closed': 'The window closed before it was done. Try again.',
  'keeper.failed': 'This browser stores nothing for the wallet’s windows either.',
  'keeper.gone': 'Your wallet cannot be opened that way any more. Log in and recover it.',
} as const
