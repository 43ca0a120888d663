import type { WaitingKind } from 'latchkey/services'
import type { OutgoingMail } from '../../mail/createMailer.ts'
import { layOutMail, type MailPart, projectLine, timeLine } from '../../mail/layOutMail.ts'

/** What is going to be done, as a subject and as a sentence; `{what}` is the name of a browser, a provider or an address. */
const sentences: Readonly<Record<WaitingKind, { readonly subject: string; readonly text: string }>> = {
  device: {
    subject: 'A browser of your wallet is going to be taken back',
    text: '{what} is going to be taken back: it can then no longer sign with your wallet.',
  },
  sessions: {
    subject: 'Your browsers are going to be logged out',
    text: 'Every other browser of your account is going to be logged out.',
  },
  passkey: {
    subject: 'A passkey of your account is going to be deleted',
    text: 'A passkey is going to be deleted: it then no longer logs in to your account.',
  },
  social: {
    subject: 'A way to log in to your account is going to be taken away',
    text: 'Your account at {what} is going to be taken away: it then no longer logs in to this one.',
  },
  email: {
    subject: 'The address of your account is going to be changed',
    text: 'You are going to log in with {what} instead of your address.',
  },
  account: {
    subject: 'Your account and its wallet are going to be deleted',
    text: 'Your account is going to be deleted, and all that these services have of its wallet. After that only your offline kit or your 24 words open the wallet.',
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
      'It was asked for in a browser that is logged in and does not have your wallet’s key, so it waits for 72 hours.',
      'If it was not you, stop it: open this page and press “Stop it”, or stop it in the settings of your wallet, in any browser where you are logged in. Then change the password of your mailbox, as someone else may be able to read it.',
      { link: mail.link },
      'Opening the page changes nothing by itself, and nothing there makes the change come earlier. If it was you, nothing needs to be done.',
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
    subject: `${isDone ? 'It took effect' : 'It was stopped'}: ${subject}`,
    parts: [
      ...describe(mail),
      isDone
        ? `It was not stopped, and took effect at ${timeLine(mail.at)}.`
        : `It was stopped at ${timeLine(mail.at)}, and nothing was changed. For 72 hours nothing of the kind can be asked for again without your wallet’s key.`,
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
        ['Asked for', timeLine(begunAt)],
        ['Project', projectLine(project)],
        ['Page', page],
        ...(browser === null ? [] : [['Browser', browser] as const]),
      ],
    },
  ]
}
