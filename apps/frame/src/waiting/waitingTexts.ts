import type { WaitingKind } from 'latchkey/services'

/** What a change that waits is going to do; `{what}` is what it is about. */
export const waitingKindTexts: Readonly<Record<WaitingKind, string>> = {
  device: 'Remove a browser: {what}',
  sessions: 'Log out other browsers',
  passkey: 'Delete a passkey: {what}',
  social: 'Remove a login: {what}',
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
  'waiting.title': 'Pending changes',
  'waiting.warning': 'A browser without your wallet’s key asked for a change. Not you? Stop it.',
  'waiting.see': 'See pending changes',
  'waiting.hint':
    'A browser without your wallet’s key asked for this, so it waits 72 hours. Not you? Stop it, and change your email password.',
  'waiting.none': 'No pending changes.',
  'waiting.effect': 'Takes effect',
  'waiting.begun': 'Requested',
  'waiting.browser': 'Browser',
  'waiting.here': 'this one',
  'waiting.page': 'Page',
  'waiting.unknown': 'Unknown browser',
  'waiting.stop': 'Stop it',
  'waiting.stopped': 'Stopped. Nothing was changed.',
  'waiting.lost': 'I can’t open my wallet any more',
  'waiting.lostTitle': 'Start over',
  'waiting.lostHint':
    'This deletes the account in 72 hours, unless your browsers or addresses stop it. Without offline kit or 24 words, its wallet is lost.',
  'waiting.lostDelete': 'Delete account',
  'waiting.lostLater': 'A request was stopped recently. You can ask again from {time}.',
  'waiting.lostWaits':
    'Your account will be deleted at the time below, unless it’s stopped. Then log in again.',
} as const
