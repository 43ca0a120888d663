/** Words of Connect and ConnectWallets. */
export const connectTexts = {
  'connect.section.recent': 'Recent',
  'connect.section.installed': 'Installed',
  'connect.section.phone': 'On your phone',
  'connect.section.get': 'Get a wallet',
  'connect.more': 'More wallets',
  'connect.code': 'Code for a wallet on your phone',
  'connect.codeTerms': 'Accept the terms to see the code.',
  'connect.recent': 'recent',
  'connect.connected': 'connected',
  'connect.qrcode': 'QR code',
  'connect.extension': 'browser extension',
  'connect.looking': 'Looking for wallets',
  'connect.none': 'No wallet found in this browser',
  'connect.noneHint': 'A wallet keeps your keys and signs for you. Install one, then reload this page.',
  'connect.another': 'Another phone wallet',
  'connect.anotherHint': 'Only works with wallets set up for this site.',
  'connect.search': 'Search wallets',
} as const

/** Words of ConnectingExternal. The first line of an error is SPEC §8's and comes from the error table. */
export const connectingTexts = {
  'connecting.requesting': 'Continue in {wallet}',
  'connecting.requestingHint': 'Approve the connection in your wallet.',
  'connecting.slow': 'Still waiting for {wallet}. Its window may be hidden behind this one.',
  'connecting.silent': 'No answer from {wallet}',
  'connecting.silentHint':
    'It may be locked. Open {wallet}, unlock it and approve the connection, or start again.',
  'connecting.rejectedHint': 'You declined the request in {wallet}.',
  'connecting.pendingHint': 'Open {wallet}, finish the request waiting there, then try again.',
  'connecting.badAnswerHint': '{wallet} sent an unexpected answer. Update it, or choose another wallet.',
  'connecting.chunkHint': 'Try again. If that doesn’t help, reload the page.',
  'connecting.offlineHint': 'Check your internet connection and try again.',
  'connecting.unansweredHint':
    '{wallet} didn’t answer in time. Open it, check that it’s unlocked, and try again.',
  'connecting.otherHint': 'Open {wallet}, check that it’s unlocked, and try again.',
  'connecting.again': 'Try again',
  'connecting.other': 'Choose another wallet',
  'connecting.connected': 'Connected',
  'connecting.connectedHint': '{wallet} is connected.',
  'connecting.get': 'Get {wallet}',
  'connecting.getHint': 'Install it, then reload this page.',
  'connecting.getNoLink': 'The maker’s website explains how to get it.',
  'connecting.browse': 'Open in {wallet}',
  'connecting.browseTitle': 'Continue in {wallet}',
  'connecting.browseHint': 'This page opens in its browser. Connect there.',
  'connecting.browseScan': 'Open this page on your phone in {wallet}',
  'connecting.browseScanHint': 'Scan the code with your phone’s camera.',
  'connecting.browseCode': 'Code that opens this page in {wallet}',
  'connecting.unreachable':
    'Phones can’t open {host}. Serve this page at a public https address to get a code for {wallet}.',
  'connecting.insecure': '{wallet} opens https pages only. Serve {host} over https to open this page there.',
  'connecting.chooseChain': 'Where do you want to use {wallet}?',
  'connecting.stores': 'Where to get it',
  'connecting.store.chrome': 'Browser extension',
  'connecting.store.app': 'App Store',
  'connecting.store.play': 'Google Play',
  'connecting.store.home': 'Website',
  'namespace.eip155': 'Ethereum and EVM networks',
  'namespace.solana': 'Solana',
  'namespace.polkadot': 'Polkadot',
  'namespace.bip122': 'Bitcoin',
  'namespace.cosmos': 'Cosmos',
  'namespace.sui': 'Sui',
  'namespace.stacks': 'Stacks',
} as const

/** Words of WhatIsAWallet: with its title and buttons, at most 60. */
export const walletTexts = {
  'wallet.keep': 'A home for what you own',
  'wallet.keepHint': 'It keeps your crypto and collectibles. Only you hold the key.',
  'wallet.enter': 'One key for many sites',
  'wallet.enterHint': 'Connect it to sign in. No new password.',
  'wallet.decide': 'You approve everything',
  'wallet.decideHint': 'A site can ask. Nothing moves until you say yes.',
  'wallet.get': 'Get a wallet',
} as const

/** Words of the box that has to be ticked before anything can be chosen in Connect. */
export const acceptTexts = {
  'connect.accept': 'I accept the {terms} and the {privacy}',
  'connect.acceptTerms': 'I accept the {terms}',
  'connect.acceptPrivacy': 'I accept the {privacy}',
  'connect.acceptGo': 'Continue',
} as const
