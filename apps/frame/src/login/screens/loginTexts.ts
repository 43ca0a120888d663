/** Words of logging in; a page may say them in its visitor's language by these names. */
export const loginTexts = {
  'login.loading': 'Authenticating...',
  'login.deviceTitle': 'Check your email',
  'login.deviceHint': 'Open the link we sent to {email} and check for this number.',
  'login.deviceNumber': 'Number',
  'login.deviceWait': 'Waiting for your approval',
  'login.resendLink': 'Resend link',
  'login.codeTitle': 'Enter the code',
  'login.codeHint': 'Sent to {email}. Works in this browser for 10 minutes.',
  'login.codeShort': '6-digit code',
  'login.codeDigits': '8-digit code',
  'login.codeLetters': 'Code of 9 letters and digits',
  'login.codeNever': 'Never share this code.',
  'login.codeWrong': 'That code didn’t work. Check it or request a new one.',
  'login.verify': 'Verify',
  'login.resendCode': 'Resend code',
  'login.resendIn': 'Resend in {n} s',
  'login.cooldown': 'Please try again after {n} seconds',
  'login.other': 'Use another address',
  'login.unchecked': 'The services could not be reached. Check your internet connection and try again.',
  'login.busy': 'Too many requests at once. Wait a moment and try again.',
  'login.ended': 'This took longer than 10 minutes, or is over already. Start again.',
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
  'login.untilClosed':
    'This browser keeps nothing here. When you close this page, you log in and recover your wallet again.',
  'login.untilQuit':
    'This browser forgets your wallet whenever it is quit. Then you log in and recover it again.',
  'login.untilPasskey': 'A passkey can make that one touch. You can make one in the settings.',
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
    'Logging in is all that you need. Whoever runs this service keeps your key as well, and could use it without you.',
  'login.passkeyTitle': 'Log in with a passkey',
  'login.passkeyHint':
    'Your device asks for your fingerprint, your face or its PIN. There is no code and no password.',
  'login.passkeyUse': 'Log in with a passkey',
  'login.passkeyNew': 'Make a new wallet',
  'login.passkeyNone': 'This browser has no passkeys here. Log in another way.',
  'login.passkeyLeft': 'No passkey was used. Try again, or choose another way.',
  'login.passkeyKnown': 'This device has a passkey of yours already.',
  'login.passkeyStranger': 'We don’t recognise this passkey. Log in another way.',
  'login.passkeyWindow': 'Make it in a window',
  'login.passkeyBlocked':
    'The browser did not open a window. Allow this page to open windows, and try again.',
  'passkeyWindow.title': 'Make a passkey',
  'passkeyWindow.hint':
    'Your device asks for your fingerprint, your face or its PIN. Then this window closes, and you go on where you were.',
  'passkeyWindow.make': 'Make a passkey',
  'passkeyWindow.close': 'Close window',
  'passkeyWindow.madeTitle': 'Your passkey is made',
  'passkeyWindow.madeHint':
    'Your device may ask for it once more. Then this window closes by itself, and you go on where you were.',
  'login.passkeyClosed':
    'This passkey logs you in, but this browser or device does not let it open your wallet. Use another way.',
  'login.passkeyKeepTitle': 'Your passkey opens your wallet',
  'login.passkeyKeepHint':
    'There is nothing to write down. Whoever can use this passkey can use the wallet. Without it the wallet is gone: nobody else has the key.',
  'login.passkeyKeepMore': 'Make a recovery code as well, in the settings, in case you lose the passkey.',
  'login.recoverTitle': 'Enter your recovery code',
  'login.recoverHint':
    'This browser has no part of your wallet’s key yet. The code that you wrote down when the wallet was made brings it here.',
  'login.recoverPasskeyTitle': 'Use your passkey',
  'login.recoverPasskeyHint':
    'This browser has no part of your wallet’s key yet. Your passkey brings it here.',
  'login.recoverPasskey': 'Use passkey',
  'login.recoverPasswordTitle': 'Enter your password',
  'login.recoverPasswordHint':
    'This browser has no part of your wallet’s key yet. The password that you chose for recovery brings it here.',
  'login.recoverPasswordField': 'Password',
  'login.recoverPasswordOnce': 'Ten tries in all, then only another way helps. Each takes a few seconds.',
  'login.recoverPasswordWork': 'Opening: {n} %',
  'login.recoverPasswordText': 'A password has 10 to 256 characters.',
  'login.recoverPasswordWrong': 'This password does not open your wallet.',
  'login.recoverPasswordLocked':
    'The password was tried too often and is locked. Come back by your recovery code or a passkey: that unlocks it.',
  'login.recoverNoneTitle': 'Your wallet is in another browser',
  'login.recoverNone':
    'This browser has no part of your wallet’s key, and there is no code, password or passkey that could bring it here. Use the wallet in a browser that it is in already, and make one of them there, in the settings.',
  'login.recoverOperatedHint':
    'This browser has no part of your wallet’s key yet. Whoever runs this service keeps it as well, and brings it here.',
  'login.recoverByLogin': 'Recover by logging in',
  'login.recoverByCode': 'Use the recovery code',
  'login.recoverByPassword': 'Use the password',
  'login.recoverByPasskey': 'Use a passkey',
  'login.recoverField': 'Recovery code',
  'login.recoverText': 'This is no recovery code: it has 26 letters and digits.',
  'login.recoverWrong': 'This code does not open your wallet. Look at each letter again.',
  'login.recoverLimit': 'The wallet was recovered too often today. Try again tomorrow.',
  'login.recover': 'Recover wallet',
  'login.restoredTitle': 'Is this your wallet?',
  'login.restoredHint':
    'It was restored in this browser. If your address is another one, do not use this wallet.',
  'login.restoredEvm': 'Ethereum and networks like it',
  'login.restoredSolana': 'Solana',
  'login.restoredUse': 'Use this wallet',
  'login.modeWrong':
    'This page and its services do not agree on who keeps your key, so nothing was done. The site’s operator must correct this.',
  'login.changeOldTitle': 'Enter the code at your old address',
  'login.changeNewTitle': 'Enter the code at your new address',
  'login.changeHint': 'We sent it to {email}. Your address becomes {next}.',
  'login.changeLostHint':
    'We sent it to {email}. Your old address is told, and in seven days you can finish the change here.',
  'login.changeWaitTitle': 'One more code',
  'login.changeWaitHint': 'Mails to one address are sent with a pause between them.',
  'login.changeSend': 'Send code',
  'login.emailWrong': 'This is no email address.',
  'login.stepUp': 'Log in again first. After a change of address, this waits for a day.',
  'login.lastWay': 'This is the last way to log in. Add another one first.',
  'login.later': 'Not now',
  'login.failed': 'Something went wrong. Try again.',
} as const

export type LoginText = keyof typeof loginTexts
