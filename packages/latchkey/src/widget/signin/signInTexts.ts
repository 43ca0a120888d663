/** Words of signing in. The first line of an error is SPEC §8's and comes from the error table. */
export const signInTexts = {
  'signIn.lead': 'Sign in to {site}',
  'signIn.what':
    'Sign a short message in {wallet} to prove that this account is yours. It is free and moves nothing.',
  'signIn.show': 'Show the message',
  'signIn.message': 'Message to sign',
  'signIn.hide': 'Hide the message',
  'signIn.sign': 'Sign',
  'signIn.again': 'Try again',
  'signIn.cancel': 'Cancel',
  'signIn.disconnect': 'Cancel and disconnect',
  'signIn.asking': 'Continue in {wallet}',
  'signIn.askingHint': 'Sign the message in your wallet.',
  'signIn.slow': 'Still waiting for {wallet}. Its window may be hidden behind this one.',
  'signIn.silent': 'No answer from {wallet}',
  'signIn.silentHint': 'It may be locked. Open {wallet}, unlock it and sign the message, or start again.',
  'signIn.verifying': 'Signed',
  'signIn.verifyingHint': 'Checking with {site}.',
  'signIn.rejectedHint': 'You declined the signature in {wallet}.',
  'signIn.pendingHint': 'Open {wallet}, finish the request waiting there, then try again.',
  'signIn.unableHint': 'This wallet cannot sign messages here. Choose another one.',
  'signIn.unableHereHint': 'This wallet cannot sign messages here. Sign a transaction instead.',
  'signIn.offlineHint': 'Check your internet connection and try again.',
  'signIn.refusedHint': '{site} did not take the signature. Try again with a new message.',
  'signIn.unfitHint':
    '{wallet} refused the text of this page and did not show it. Check that the clock of this device is right, then try again. If it happens again, tell {site}.',
  'signIn.longHint':
    'The message is too long for one transaction. Sign the message itself, or use another wallet.',
  'signIn.changedHint':
    '{wallet} changed the transaction, so it does not prove that this account is yours. Sign the message itself, or use another wallet.',
  'signIn.byTransaction': 'Sign a transaction instead',
  'signIn.byTransactionHint':
    'Your device cannot sign a message? Sign a transaction that is never sent. It is free and moves nothing.',
  'signIn.askingTransactionHint':
    'Approve the transaction on your device. It holds the message, and it is never sent.',
  'signIn.otherHint': 'Open {wallet}, check that it’s unlocked, and try again.',
  'signIn.unprepared': 'The message to sign could not be fetched. Try again in a moment.',
} as const

/** Words of the email address that comes before signing in. */
export const emailTexts = {
  'email.lead': 'What is your email address?',
  'email.hint': 'We send a code to it, so that {site} knows that it is yours.',
  'email.label': 'Email address',
  'email.placeholder': 'you@example.com',
  'email.recent': 'Used here before',
  'email.send': 'Send code',
  'email.skip': 'Skip',
  'email.cancel': 'Cancel',
  'email.cooldown': 'Please try again after {n} seconds',
  'email.offline': 'The code could not be sent. Check your internet connection and try again.',
  'email.codeLead': 'Enter the code',
  'email.codeHint': 'We sent it to {address}. It is good for 10 minutes.',
  'email.codeLabel': '8-digit code',
  'email.wrong': 'This code is wrong or no longer good. Check it, or have another one sent.',
  'email.unchecked': 'The code could not be checked. Check your internet connection and try again.',
  'email.verify': 'Verify',
  'email.resend': 'Send another code',
  'email.other': 'Use another address',
} as const
