/** Words of keeping a wallet where the browser stores nothing for the frame. */
export const keeperTexts = {
  'keeper.keepTitle': 'Keep your wallet in this browser',
  'keeper.keepHint':
    'Your browser blocks storage here. A small window can keep your wallet, so you won’t have to recover it each time.',
  'keeper.keep': 'Keep it here',
  'keeper.notNow': 'Not now',
  'keeper.openTitle': 'Open your wallet',
  'keeper.openHint': 'A small window opens it, then closes.',
  'keeper.open': 'Open wallet',
  'keeper.other': 'Log in another way',
  'keeper.blocked': 'Your browser blocked the window. Allow pop-ups for this page and try again.',
  'keeper.closed': 'The window closed too early. Try again.',
  'keeper.failed': 'Your browser blocks storage in that window too.',
  'keeper.gone': 'Your wallet can’t be opened that way any more. Log in and recover it.',
} as const
