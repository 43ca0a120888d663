import type { OutgoingMail } from '../mail/createMailer.ts'
import { layOutMail, timeLine } from '../mail/layOutMail.ts'

const sentences = {
  recovering: {
    subject: 'Your wallet is being recovered on another device',
    text: 'Somebody who is logged in to your account asked for what recovers your wallet. It opens only together with your passkey, your recovery code or your password.',
    not: 'If it was not you, somebody else can get into your account: change the password of your mailbox, and take back devices that you do not know in the settings of your wallet.',
  },
  paired: {
    subject: 'Your wallet can be used on another device',
    text: 'A device was added that may sign with your wallet.',
    not: 'If it was not you, take it back in the settings of your wallet, and move what you have to a new wallet: whoever added it has had your key.',
  },
  revoked: {
    subject: 'A device was taken back from your wallet',
    text: 'One of your devices can no longer sign with your wallet.',
    not: 'If it was not you, somebody else can get into your account: change the password of your mailbox.',
  },
  changing: {
    subject: 'The key of your wallet is used to change its recovery',
    text: 'One of your devices asked for the key of your wallet, to add or delete a way to recover it, or to delete the wallet here.',
    not: 'If it was not you, take back devices that you do not know in the settings of your wallet, and move what you have to a new wallet.',
  },
  factorAdded: {
    subject: 'Your wallet has a further way to recover it',
    text: 'A passkey, a recovery code or a password was added that can recover your wallet.',
    not: 'If it was not you, move what you have to a new wallet: whoever added it has had your key.',
  },
  factorDeleted: {
    subject: 'A way to recover your wallet was deleted',
    text: 'A passkey, a recovery code or a password no longer recovers your wallet.',
    not: 'If it was not you, move what you have to a new wallet: whoever deleted it has had your key.',
  },
  locked: {
    subject: 'The password of your wallet is locked',
    text: 'The password was tried ten times. It counts again once you come back by a device, a passkey or a recovery code.',
    not: 'If it was not you, somebody else can get into your account: change the password of your mailbox.',
  },
  exportAsked: {
    subject: 'Your wallet’s key can be shown in 24 hours',
    text: 'Somebody who is logged in to your account asked to be shown the key of your wallet. It becomes possible in 24 hours, on a device that may sign with it.',
    not: 'If it was not you, cancel it in the settings of your wallet, and take back devices that you do not know.',
  },
  exported: {
    subject: 'Your wallet’s key was shown',
    text: 'The key of your wallet was shown on one of your devices. Whoever has it can spend what the wallet holds.',
    not: 'If it was not you, move what you have to a new wallet at once.',
  },
  deleted: {
    subject: 'Your wallet was deleted here',
    text: 'Everything that was kept of your wallet’s key was deleted. Only your offline kit or your 24 words open it now.',
    not: 'If it was not you, open your offline kit and move what you have to a new wallet.',
  },
} as const

export type CustodyNews = keyof typeof sentences

/**
 * Formats the mail about an account's key: what happened, when, and what to do if it was not the visitor. Nothing to
 * click.
 */
export function formatCustodyMail(of: {
  readonly to: string
  readonly news: CustodyNews
  /** Milliseconds since 1970. */
  readonly at: number
}): OutgoingMail {
  const { subject, text, not } = sentences[of.news]
  return layOutMail({ to: of.to, subject, parts: [text, `Time: ${timeLine(of.at)}`, not] })
}
