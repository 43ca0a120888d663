import type { WaitingKind } from 'latchkey/services'
import type { OutgoingMail } from '../../mail/createMailer.ts'
import { layOutMail, type MailPart, projectLine, timeLine } from '../../mail/layOutMail.ts'

/** What is going to be done, as a subject and as a sentence; `{what}` is the name of a browser, a provider or an address. */
const sentences: Readonly<Record<WaitingKind, { readonly subject: string; readonly text: string }>> = {
  device: {
    subject: 'A browser will be removed from your wallet',
    text: '{what} will be removed. It can then no longer sign with your wallet.',
  },
  sessions: {
    subject: 'Your browsers will be logged out',
    text: 'All other browsers of your account will be logged out.',
  },
  passkey: {
    subject: 'A passkey of your account will be deleted',
    text: 'A passkey will be deleted. It then no longer logs in to your account.',
  },
  social: {
    subject: 'A login will be removed from your account',
    text: 'Your login with {what} will be removed.',
  },
  email: {
    subject: 'Your account’s email address will be changed',
    text: 'You will log in with {what} instead of this address.',
  },
  account: {
    subject: 'Your account and its wallet will be deleted',
    text: 'Your account will be deleted, with everything we store of its wallet. After that only your offline kit or 24 words open the wallet.',
  },
}

const unnamed: Readonly<Partial<Record<WaitingKind, string>>> = { device: 'A browser', social: 'a provider' }

/** What there is to say of a change that waits. */
export interface WaitingNews {
  readonly to: string
  readonly kind: WaitingKind
  /** A word of ours for what it is about; a name that a visitor chose is not shown. */
  readonly label: string | null
  readonly project: string
  readonly page: string
  readonly browser: string | null
  /** Milliseconds since 1970. */
  readonly begunAt: number
  readonly effectAt: number
}

/** Formats the mail about a change that waits, at once or a day before it takes effect, with the link that stops it. */
export function formatWaitingMail(
  mail: WaitingNews & { readonly link: string; readonly isReminder: boolean },
) {
  const { subject } = sentences[mail.kind]
  return layOutMail({
    to: mail.to,
    subject: mail.isReminder ? `Tomorrow: ${subject}` : subject,
    parts: [
      ...describe(mail),
      'A browser without your wallet’s key asked for this, so it waits for 72 hours.',
      'Not you? Open this page and press “Stop it”, or stop it in your wallet settings. Then change your email password, as someone else may be able to read your email.',
      { link: mail.link },
      'Opening the page changes nothing. If it was you, you don’t need to do anything.',
    ],
  })
}

/** Formats the mail that says what became of a change that waited. */
export function formatWaitedMail(
  mail: WaitingNews & { readonly is: 'done' | 'stopped'; readonly at: number },
): OutgoingMail {
  const { subject } = sentences[mail.kind]
  const isDone = mail.is === 'done'
  return layOutMail({
    to: mail.to,
    subject: `${isDone ? 'Done' : 'Stopped'}: ${subject}`,
    parts: [
      ...describe(mail),
      isDone
        ? `It took effect at ${timeLine(mail.at)}.`
        : `It was stopped at ${timeLine(mail.at)}. Nothing was changed. For 72 hours, this can’t be asked for again without your wallet’s key.`,
    ],
  })
}

function describe(mail: WaitingNews): readonly MailPart[] {
  const { kind, label, project, page, browser, begunAt, effectAt } = mail
  const what = label ?? unnamed[kind] ?? ''
  return [
    sentences[kind].text.replace('{what}', () => what),
    {
      facts: [
        ['Takes effect', timeLine(effectAt)],
        ['Requested', timeLine(begunAt)],
        ['Project', projectLine(project)],
        ['Page', page],
        ...(browser === null ? [] : [['Browser', browser] as const]),
      ],
    },
  ]
}
