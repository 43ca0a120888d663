/** Words about the wallet frame; its own are the server's. */
export const frameTexts = {
  'frame.title': 'Wallet',
} as const
