import type { WaitingKind } from 'latchkey/services'

/** What a change that waits is going to do; `{what}` is what it is about. */
export const waitingKindTexts: Readonly<Record<WaitingKind, string>> = {
  device: 'Take back a browser: {what}',
  sessions: 'Log out the other browsers',
  passkey: 'Delete a passkey: {what}',
  social: 'Take away a login: {what}',
  email: 'Change the email address to {what}',
  account: 'Delete the account and its wallet',
}

/** Says what a change that waits is going to do. */
export function waitingWords({
  kind,
  label,
}: {
  readonly kind: WaitingKind
  readonly label: string | null
}): string {
  return waitingKindTexts[kind].replace('{what}', () => label ?? '—')
}

/** Words of the screens about changes that wait: the wallet's own, which no page changes. */
export const waitingTexts = {
  'waiting.title': 'What waits',
  'waiting.warning':
    'A change was asked for in a browser that does not have your wallet’s key. Stop it if it was not you.',
  'waiting.see': 'See what waits',
  'waiting.hint':
    'This was asked for in a browser that does not have your wallet’s key, so it waits for 72 hours. If it was not you, stop it, and change the password of your mailbox.',
  'waiting.none': 'Nothing waits.',
  'waiting.effect': 'Takes effect',
  'waiting.begun': 'Asked for',
  'waiting.browser': 'Browser',
  'waiting.here': 'this one',
  'waiting.page': 'Page',
  'waiting.unknown': 'Unknown browser',
  'waiting.stop': 'Stop it',
  'waiting.stopped': 'It was stopped. Nothing was changed.',
  'waiting.lost': 'I can’t open my wallet any more',
  'waiting.lostTitle': 'Begin anew',
  'waiting.lostHint':
    'Without your wallet’s key its wallet stays closed, to us as well. You can delete the account, and begin anew with the same address. It waits for 72 hours: every address and browser of yours is told, and each of them can stop it. What is in the wallet is lost then, unless you have its offline kit or its words.',
  'waiting.lostDelete': 'Delete the account',
  'waiting.lostLater': 'One was stopped a short while ago. It can be asked for again from {time} on.',
  'waiting.lostWaits':
    'Your account is deleted at the time below, unless it is stopped. Come back then and log in again.',
} as const
