/** Words of signing in. The first line of an error is SPEC §8's and comes from the error table. */
export const signInTexts = {
  'signIn.lead': 'Sign in to {site}',
  'signIn.what': 'Sign a message in {wallet} to prove this account is yours. It’s free and won’t move funds.',
  'signIn.show': 'Show the message',
  'signIn.message': 'Message to sign',
  'signIn.hide': 'Hide the message',
  'signIn.sign': 'Sign',
  'signIn.again': 'Try again',
  'signIn.cancel': 'Cancel',
  'signIn.disconnect': 'Disconnect',
  'signIn.asking': 'Continue in {wallet}',
  'signIn.askingHint': 'Sign the message in your wallet.',
  'signIn.slow': 'Still waiting for {wallet}. Its window may be hidden behind this one.',
  'signIn.silent': 'No answer from {wallet}',
  'signIn.silentHint': 'It may be locked. Open {wallet}, unlock it and sign the message, or start again.',
  'signIn.verifying': 'Signed',
  'signIn.verifyingHint': 'Checking with {site}.',
  'signIn.rejectedHint': 'You declined the signature in {wallet}.',
  'signIn.pendingHint': 'Open {wallet}, finish the request waiting there, then try again.',
  'signIn.unableHint': 'This wallet can’t sign messages here. Choose another one.',
  'signIn.unableHereHint': 'This wallet can’t sign messages here. Sign a transaction instead.',
  'signIn.offlineHint': 'Check your internet connection and try again.',
  'signIn.refusedHint': '{site} didn’t accept the signature. Try again with a new message.',
  'signIn.unfitHint':
    '{wallet} rejected this message without showing it. Check this device’s clock and try again. If it keeps happening, tell {site}.',
  'signIn.longHint':
    'The message is too long for one transaction. Sign the message itself, or use another wallet.',
  'signIn.changedHint':
    '{wallet} changed the transaction, so it can’t prove this account is yours. Sign the message itself, or use another wallet.',
  'signIn.byTransaction': 'Sign a transaction instead',
  'signIn.byTransactionHint':
    'Can’t sign messages on your device? Sign a transaction that is never sent. It’s free and won’t move funds.',
  'signIn.askingTransactionHint':
    'Approve the transaction on your device. It holds the message and is never sent.',
  'signIn.otherHint': 'Open {wallet}, check that it’s unlocked, and try again.',
  'signIn.unprepared': 'Couldn’t get the message to sign. Try again in a moment.',
} as const

/** Words of the email address that comes before signing in. */
export const emailTexts = {
  'email.lead': 'What is your email address?',
  'email.hint': 'We’ll email you a code so {site} knows the address is yours.',
  'email.label': 'Email address',
  'email.placeholder': 'you@example.com',
  'email.recent': 'Used here before',
  'email.send': 'Send code',
  'email.skip': 'Skip',
  'email.cancel': 'Cancel',
  'email.cooldown': 'Please try again after {n} seconds',
  'email.offline': 'Couldn’t send the code. Check your internet connection and try again.',
  'email.codeLead': 'Enter the code',
  'email.codeHint': 'Sent to {address}. Expires in 10 minutes.',
  'email.codeLabel': '8-digit code',
  'email.wrong': 'That code didn’t work. Check it or request a new one.',
  'email.unchecked': 'Couldn’t check the code. Check your internet connection and try again.',
  'email.verify': 'Verify',
  'email.resend': 'Resend code',
  'email.other': 'Change address',
} as const
