/** Words of logging in; a page may say them in its visitor's language by these names. */
export const loginTexts = {
  'login.loading': 'Authenticating...',
  'login.deviceTitle': 'Confirm that it is you',
  'login.deviceHint': 'We sent a link to {email}. Open it anywhere, and approve it if it shows this number.',
  'login.deviceNumber': 'Number',
  'login.deviceWait': 'Waiting for you to approve it. This goes on by itself.',
  'login.resendLink': 'Send another link',
  'login.codeTitle': 'Enter the code',
  'login.codeHint': 'We sent it to {email}. It is good for 10 minutes, and in this browser alone.',
  'login.codeDigits': '8-digit code',
  'login.codeLetters': 'Code of 9 letters and digits',
  'login.codeNever': 'Never read it to anyone, and type it nowhere but here.',
  'login.codeWrong': 'This code is wrong or no longer good. Check it, or have another one sent.',
  'login.verify': 'Verify',
  'login.resendCode': 'Send another code',
  'login.cooldown': 'Please try again after {n} seconds',
  'login.other': 'Use another address',
  'login.unchecked': 'The services could not be reached. Check your internet connection and try again.',
  'login.busy': 'Too many requests at once. Wait a moment and try again.',
  'login.endedTitle': 'This login is over',
  'login.endedHint':
    'The link was refused, or was not used for 10 minutes, or this address lets nobody in for now.',
  'login.again': 'Start again',
  'login.keepTitle': 'Keep your recovery code',
  'login.keepHint':
    'Write it down now. When this browser is lost, only this code opens your wallet again: nobody else has it.',
  'login.keepOperator':
    'Whoever runs this service can stop serving you, but can neither spend what is in your wallet nor restore it.',
  'login.keepBeta': 'Not yet audited: beta. Keep nothing in it that you cannot lose.',
  'login.keepForgetful':
    'This browser keeps nothing here. When you close this page, you log in again and need the code.',
  'login.keepCode': 'Recovery code',
  'login.copy': 'Copy code',
  'login.copied': 'Copied',
  'login.copyFailed': 'It could not be copied',
  'login.kept': 'I wrote it down',
  'login.proveTitle': 'What did you write down?',
  'login.proveHint': 'Type two groups of the code, so that both of us know that you have it.',
  'login.proveGroup': 'Group {n}',
  'login.proveWrong': 'That is another one. Look at what you wrote down.',
  'login.create': 'Create wallet',
  'login.show': 'Show the code again',
  'login.operatedTitle': 'Your wallet is kept for you',
  'login.operatedHint':
    'Logging in with your email is all that you need. Whoever runs this service keeps your key as well, and could use it without you.',
  'login.recoverTitle': 'Enter your recovery code',
  'login.recoverHint':
    'This browser has no part of your wallet’s key yet. The code that you wrote down when the wallet was made brings it here.',
  'login.recoverNone':
    'This wallet has no recovery code. Use it in a browser that it is in already, and make a code there.',
  'login.recoverField': 'Recovery code',
  'login.recoverText': 'This is no recovery code: it has 26 letters and digits.',
  'login.recoverWrong': 'This code does not open your wallet. Look at each letter again.',
  'login.recoverLimit': 'The wallet was recovered too often today. Try again tomorrow.',
  'login.recover': 'Recover wallet',
  'login.later': 'Not now',
  'login.failed': 'Something went wrong. Try again.',
} as const

export type LoginText = keyof typeof loginTexts
