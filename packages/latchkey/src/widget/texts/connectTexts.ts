/** Words of Connect and ConnectWallets. */
export const connectTexts = {
  'connect.wallets': 'Wallets',
  'connect.installed': 'installed',
  'connect.recent': 'recent',
  'connect.connected': 'connected',
  'connect.qrcode': 'QR code',
  'connect.extension': 'browser extension',
  'connect.looking': 'Looking for wallets',
  'connect.none': 'No wallet found in this browser',
  'connect.noneHint': 'A wallet keeps your keys and signs for you. Install one, then reload this page.',
  'connect.search': 'Search wallets',
  'connect.get': 'Get a wallet',
} as const
