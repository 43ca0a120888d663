import type { OutgoingMail } from '../mail/createMailer.ts'
import { layOutMail, timeLine } from '../mail/layOutMail.ts'

const sentences = {
  recovering: {
    subject: 'Your wallet is being recovered in another browser',
    text: 'Someone logged in to your account started recovering your wallet. It opens only with your passkey, recovery code or password.',
    not: 'Not you? Someone else can get into your account. Change your email password, and remove browsers you don’t know in your wallet settings.',
  },
  paired: {
    subject: 'Your wallet can be used in another browser',
    text: 'A browser was added that can sign with your wallet.',
    not: 'Not you? Remove it in your wallet settings and move your funds to a new wallet: your key was exposed.',
  },
  revoked: {
    subject: 'A browser was removed from your wallet',
    text: 'One of your browsers can no longer sign with your wallet.',
    not: 'Not you? Someone else can get into your account. Change your email password.',
  },
  changing: {
    subject: 'Your wallet’s key is being used to change its recovery',
    text: 'One of your browsers used your wallet’s key to add or remove a recovery method, or to delete the wallet here.',
    not: 'Not you? Remove browsers you don’t know in your wallet settings, and move your funds to a new wallet.',
  },
  factorAdded: {
    subject: 'A recovery method was added to your wallet',
    text: 'A passkey, recovery code or password that can recover your wallet was added.',
    not: 'Not you? Move your funds to a new wallet: your key was exposed.',
  },
  factorDeleted: {
    subject: 'A recovery method was removed from your wallet',
    text: 'A passkey, recovery code or password can no longer recover your wallet.',
    not: 'Not you? Move your funds to a new wallet: your key was exposed.',
  },
  locked: {
    subject: 'Your wallet’s password is locked',
    text: 'It was tried ten times. A passkey, a recovery code or a browser that opens your wallet unlocks it.',
    not: 'Not you? Someone else can get into your account. Change your email password.',
  },
  exportAsked: {
    subject: 'Your wallet’s key can be shown in 24 hours',
    text: 'Someone logged in to your account asked to see your wallet’s key. It can be shown in 24 hours, in a browser that can sign.',
    not: 'Not you? Cancel it in your wallet settings, and remove browsers you don’t know.',
  },
  exported: {
    subject: 'Your wallet’s key was shown',
    text: 'It was shown in one of your browsers. Anyone who has the key can spend what the wallet holds.',
    not: 'Not you? Move your funds to a new wallet at once.',
  },
  deleted: {
    subject: 'Your wallet was deleted here',
    text: 'We deleted everything we stored of your wallet’s key. Only your offline kit or 24 words open it now.',
    not: 'Not you? Open your offline kit and move your funds to a new wallet.',
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
