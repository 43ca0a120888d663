import { loginTexts } from '../login/screens/loginTexts.ts'
import { waitingTexts } from '../waiting/waitingTexts.ts'

/** Words of the settings; the ones of the login that they share among them. */
export const settingsTexts = {
  ...loginTexts,
  ...waitingTexts,
  'settings.title': 'Wallet settings',
  'settings.unread': 'Your settings could not be loaded',
  'settings.retry': 'Try again',
  'settings.done': 'Done',
  'settings.back': 'Back',
  'settings.waitSight': 'All of this has to be seen before you can agree to it.',
  'settings.waitFocus': 'Click in here once, then agree.',
  'settings.waitTime': 'Read it first: the button works in a moment.',
  'settings.passkey': 'Passkey',
  'settings.remindNone': 'Only this browser can open this wallet. Lose it, and the wallet is gone.',
  'settings.remindPasskey':
    'When you lose this wallet’s browsers and your passkey, it is gone. Make a recovery code.',
  'settings.keep':
    'When you lose this wallet’s browsers, you need {ways}, or it is gone: logging in does not bring it back.',
  'settings.keepPasskey': 'your passkey',
  'settings.keepCode': 'your recovery code',
  'settings.keepPassword': 'your password',
  'settings.keepOr': '{one} or {other}',
  'settings.operated':
    'This service keeps your key as well, and could use it without you. Logging in is all that you need.',
  'settings.frozen':
    'Your address was changed. Until {until} the key is not shown, and recovery stays as it is.',
  'settings.everywhere': 'Log out everywhere',
  'settings.everywhereHint':
    'Every other browser loses its part of the key and is logged out at once. To use the wallet there again, log in there and recover it. This browser is logged out, too, and keeps its part.',
  'settings.delete': 'Delete account',
  'settings.deleteHint':
    'The key is deleted everywhere, and the account with it. This cannot be undone. What is in the wallet then is lost, unless you have its offline kit or its words.',
  'settings.deleteField': 'Type {word} to delete it',
  'settings.deleteWord': 'DELETE',
  'settings.deleteWrong': 'That is not the word.',
  'settings.recovery': 'Recovery',
  'settings.recoveryHint':
    'One of these brings your wallet to another browser, after you have logged in there.',
  'settings.recoveryNone': 'Not set up',
  'settings.code': 'Recovery code',
  'settings.password': 'Password',
  'settings.operator': 'Logging in alone',
  'settings.made': 'Made on {date}',
  'settings.usedOn': 'Used on {date}',
  'settings.makeCode': 'Make a recovery code',
  'settings.addCode': 'Add this code',
  'settings.codeMore': 'Codes that you have already go on counting until you remove them.',
  'settings.makePassword': 'Choose a password',
  'settings.passwordTitle': 'Choose a password for recovery',
  'settings.passwordHint':
    'Anyone who has it and can log in as you has your wallet. We never learn it, and cannot reset it.',
  'settings.passwordRule': 'At least 10 characters: some words of your own are good.',
  'settings.passwordAgain': 'The same once more',
  'settings.passwordOther': 'These are two different ones.',
  'settings.passwordKeep': 'Use this password',
  'settings.remove': 'Remove',
  'settings.removeTitle': 'Remove this way to recover?',
  'settings.removeHint': 'It opens your wallet no more, from the moment on that you remove it: {way}.',
  'settings.removeLast': 'The last one stays: make another one first.',
  'settings.passkeys': 'Passkeys',
  'settings.passkeysHint':
    'A passkey logs you in with your fingerprint, your face or a PIN. Where device and browser can, it opens your wallet, too.',
  'settings.passkeysNone': 'You have none.',
  'settings.passkeyAdd': 'Add a passkey',
  'settings.passkeyOpens': 'Logs in and opens the wallet',
  'settings.passkeyEnters': 'Logs in only',
  'settings.passkeySynced': 'Also on your other devices',
  'settings.passkeyHere': 'On one device',
  'settings.passkeyAdded': 'It was added: it logs you in, and opens your wallet.',
  'settings.passkeyPlain':
    'It was added, and logs you in. This browser or device does not let it open your wallet: keep your recovery code.',
  'settings.passkeyTitle': 'Remove this passkey?',
  'settings.passkeyRemove':
    'It no longer logs you in or opens anything. Your device may still offer it: delete it there as well.',
  'settings.methods': 'Ways to log in',
  'settings.methodsHint':
    'Each of them logs in as you, by itself. Every address of yours is told when one comes or goes.',
  'settings.methodLast': 'The last one stays: add another one first.',
  'settings.methodProving': 'Protect your wallet first: the other ways cannot unlock it.',
  'settings.added': 'Added on {date}',
  'settings.emailAdd': 'Add an email address',
  'settings.emailAddHint': 'You get a code at it. What happens to your wallet is told there, too.',
  'settings.emailChange': 'Change your email address',
  'settings.emailChangeHint':
    'It is {email} now. It can be changed, and not removed: what happens to your wallet is told there.',
  'settings.emailLost': 'I cannot read that mailbox any more',
  'settings.emailLostHint':
    'A passkey of yours that is a day old shows that it is you. Your old address is told and can stop it for seven days; then you finish it here.',
  'settings.emailPending': 'Your address is being changed',
  'settings.emailPendingHint':
    'It can become {email} from {time} on: come back then. Your old address was told.',
  'settings.emailReadyHint': 'It can become {email} now. Your passkey shows that it is still you.',
  'settings.emailFinish': 'Finish with a passkey',
  'settings.emailStop': 'Stop it',
  'settings.emailNew': 'New email address',
  'settings.emailSend': 'Send a code',
  'settings.socialAdd': 'Add {provider}',
  'settings.socialTitle': 'Log in with {provider} as well',
  'settings.socialHint':
    'A window of the wallet’s own leads to {provider}. Log in there with the account that you mean.',
  'settings.socialProveHint': 'A window of the wallet’s own leads to {provider}. Log in there once more.',
  'settings.socialGo': 'Go to {provider}',
  'settings.match': 'If a page asks whether it is you, it shows the number {match}.',
  'settings.socialWait': 'Waiting for what you do in the other window',
  'settings.socialDenied': 'It was called off there, or {provider} said no.',
  'settings.socialTaken': 'This account at {provider} logs in to another wallet already.',
  'settings.socialOther':
    'That is another account at {provider}. Log in there as the one that this wallet knows.',
  'settings.socialClosed': 'Popup closed',
  'settings.socialUnproven':
    '{provider} did not say that you logged in there just now. Show it another way, or log out and in again.',
  'settings.unlinkTitle': 'Log in with {provider} no more?',
  'settings.unlinkHint':
    'It no longer logs you in to this wallet. What you have at {provider} stays as it is.',
  'settings.devices': 'Browsers',
  'settings.devicesHint': 'Each site that shows your wallet in a browser counts by itself.',
  'settings.device': 'Unknown browser',
  'settings.deviceThis': 'This one',
  'settings.deviceSeen': '{page}, last used on {date}',
  'settings.deviceSeenOut': '{page}, last used on {date}, cannot sign',
  'settings.others': 'Log out the other browsers',
  'settings.othersHint':
    'Every other browser is logged out at once. They keep their parts of the key, and work again for who logs in there as you.',
  'settings.othersDone': 'The other browsers are logged out.',
  'settings.deviceTitle': 'Take this browser back?',
  'settings.deviceHint':
    '{name} on {page} is logged out at once and can no longer sign. Nothing left on it opens your wallet.',
  'settings.deviceTake': 'Take it back',
  'settings.permissions': 'Keys that may act for you',
  'settings.permissionsHint':
    'This site’s keys act for your smart account within their limits, without asking you. Choose one to see what it may do and withdraw it.',
  'settings.permissionsNone': 'No key of this site may act for you on this network.',
  'settings.permissionsUnknown': 'The list is not known now. Try again later.',
  'settings.permissionsUntil': 'Until {until}',
  'settings.permissionsRevoking': 'Being withdrawn: it still works. Choose it to finish.',
  'settings.delegation': 'Sending several as one',
  'settings.delegationHint':
    'On these networks your account can send several transactions as one: all of them, or none. A contract, Simple7702Account, acts for it then. Its address and its key stay the same.',
  'settings.delegationNone': 'No network of this site can do that now.',
  'settings.delegationOff': 'Off',
  'settings.delegationOn': 'On',
  'settings.delegationOther': 'Set to another contract',
  'settings.delegationSet': 'Turn it on for {network}?',
  'settings.delegationSetHint':
    'From then on a contract, Simple7702Account, acts for your account on {network}, on your approval alone. You can turn it off here.',
  'settings.delegationSetVerb': 'Turn it on',
  'settings.delegationUndo': 'Turn it off for {network}?',
  'settings.delegationUndoHint':
    'No contract acts for your account on {network} then. Your account pays the fee for that.',
  'settings.delegationUndoVerb': 'Turn it off',
  'settings.delegationOtherHint':
    'On {network} your account is set to another contract. This wallet did not do that and does not use it. It may be able to take what is in the account. Turned off, it no longer can.',
  'settings.delegationContract': 'Contract',
  'settings.delegationNoName': 'Code of an unknown kind',
  'settings.delegationCost': 'Network fee',
  'settings.delegationPaid': 'Paid by {sponsor}',
  'settings.delegationFee': 'At most {fee}',
  'settings.delegationShort': 'Your account does not have that much there: send it something first.',
  'settings.delegationAsking': 'Looking it up…',
  'settings.delegationNoFee': 'What the network takes for it is not known now. Try again later.',
  'settings.delegationUnknown':
    'It is not known yet whether it worked. Look here again in a while before you try again.',
  'settings.delegationRefused': 'Nothing was changed. {why}',
  'settings.export': 'Offline kit and words',
  'settings.exportHint':
    'With either of them the wallet outlives this service. Both are shown in a window of the wallet’s own, never inside another site.',
  'settings.exportKit':
    'The kit is a file that opens in any browser, without a network, with your recovery code. Without the code it is worthless.',
  'settings.exportWords': 'The 24 words are the key itself: anyone who sees them has the wallet.',
  'settings.exportPasskey': 'Show them with a passkey',
  'settings.exportSure': 'Confirm that it is you',
  'settings.exportAsk': 'Ask to be shown them',
  'settings.exportAskHint':
    'Without a passkey that is a day old you wait for 24 hours, so that you can stop a thief: every address of yours is notified at once. From then on you have a day, after a fresh login.',
  'settings.exportWait': 'You can be shown them from {time} on, for a day.',
  'settings.exportCancel': 'I did not ask for this: stop it',
  'settings.exportOpen': 'Open the window',
  'settings.exportReady': 'You have shown that it is you. Go on within five minutes.',
  'settings.exportBlocked': 'The browser did not open the window. Allow it, and try again.',
  'export.title': 'Your key',
  'export.hint':
    'Look at the address of this page: it is the wallet’s own. Never give these words to anyone.',
  'export.code': 'Recovery code',
  'export.codeHint': 'The kit is closed with a recovery code that counts for this wallet.',
  'export.kit': 'Download the kit',
  'export.kitDone': 'The file is with your downloads. Keep it apart from the code.',
  'export.words': 'Show the 24 words',
  'export.wordsTitle': 'Your 24 words',
  'export.wordsHint': 'Write them down in this order. They are hidden again after a minute.',
  'export.smart':
    "If you have used a smart account: the words lead to it as well, by its owner at m/44'/60'/1'/0/0. The private keys below do not.",
  'export.evm': 'Private key of your account on Ethereum and its kind',
  'export.solana': 'Private key of your account on Solana',
  'export.hex': 'The words as a number',
  'export.hide': 'Hide them',
  'export.failed': 'That did not work: {why}',
  'export.over': 'This window is over. Open it again from the settings.',
  'settings.sureTitle': 'Confirm that it is still you',
  'settings.sureHint': 'You logged in a while ago.',
  'settings.sureIdle': 'This wallet has not been used here for a while.',
  'settings.sureCode': 'Send a code by mail',
  'settings.surePasskey': 'Use a passkey',
  'settings.sureSocial': 'Log in with {provider} again',
  'settings.farcasterHint': 'Scan this code with your phone, and approve it in Farcaster there.',
  'settings.farcasterLinkHint':
    'Scan this code with your phone, and approve it in Farcaster there. Show it to no one: the account that approves it can log in as you from then on.',
  'settings.farcasterCode': 'Code to scan with Farcaster',
  'settings.farcasterOpen': 'Open Farcaster',
  'settings.sureAgain': 'Send another code',
  'settings.sureSecret': 'Confirm',
  'settings.sureSecretHint':
    'None of your ways to log in can confirm that it is you. What recovers your wallet can. To confirm by mail instead, add an email address in the settings.',
  'settings.sureNone':
    'None of your ways to log in can confirm it. If your provider has verified your email address, add it first: a code is sent to it.',
  'settings.sureIdleNone':
    'This wallet was not used here for a while, and none of your ways to log in can confirm that it is you. Log out, log in again and enter your recovery code. The waiting request is refused, and the site can make it again.',
  'settings.sureOut': 'Log out',
} as const

export type SettingsText = keyof typeof settingsTexts
