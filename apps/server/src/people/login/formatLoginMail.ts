import type { OutgoingMail } from '../mail/createMailer.ts'
import { layOutMail, projectLine, timeLine } from '../mail/layOutMail.ts'

interface Asked {
  readonly to: string
  /** The project, as its operator named it. */
  readonly project: string
  /** The page that shows the wallet; one of the project's. */
  readonly page: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The message with a link that lets a browser in which the address was not used yet ask for a code (T43, T48). */
export function formatLinkMail(
  mail: Asked & {
    readonly link: string
    /** In words of ours; null when unknown. */
    readonly browser: string | null
    readonly match: string
  },
): OutgoingMail {
  const project = projectLine(mail.project)
  return layOutMail({
    to: mail.to,
    sender: project,
    subject: `Confirm your sign-in to ${project}`,
    parts: [
      `Someone is signing in to ${project} from a new browser. Is this you?`,
      {
        facts: [
          ['Page', mail.page],
          ...(mail.browser === null ? [] : [['Browser', mail.browser] as const]),
          ['Time', timeLine(mail.at)],
          ['Number', mail.match],
        ],
      },
      'Open this page, and approve only if that browser shows the same number. Expires in 10 minutes.',
      { link: mail.link },
      'Not you? Refuse it there, or ignore this email. Nobody can sign in without it.',
    ],
  })
}

/** Formats the notice of a change to the old address, with the way to undo it (T45). */
export function formatChangedMail(
  mail: Omit<Asked, 'page'> & {
    /** As far as it is shown. */
    readonly next: string
    readonly link: string
    readonly until: number
  },
): OutgoingMail {
  const project = projectLine(mail.project)
  return layOutMail({
    to: mail.to,
    subject: `The address of your account at ${project} was changed`,
    parts: [
      `You now log in with ${mail.next} and no longer with this address.`,
      { facts: [['Time', timeLine(mail.at)]] },
      `If it was not you, open this page and take it back. Every browser is then logged out. It counts until ${timeLine(mail.until)}.`,
      { link: mail.link },
    ],
  })
}

/** Formats the notice to the old address of a change begun without it, with the way to stop it (§3.2). */
export function formatDeferredMail(
  mail: Omit<Asked, 'page'> & {
    /** As far as it is shown. */
    readonly next: string
    readonly link: string
    /** When it can be finished. */
    readonly from: number
  },
): OutgoingMail {
  const project = projectLine(mail.project)
  return layOutMail({
    to: mail.to,
    subject: `The address of your account at ${project} is going to be changed`,
    parts: [
      `Somebody with a passkey of yours says that you no longer read this mailbox, and wants to log in with ${mail.next} instead. It can be done from ${timeLine(mail.from)} on.`,
      { facts: [['Time', timeLine(mail.at)]] },
      'If it was not you, open this page and stop it. Every browser is then logged out, and passkeys that were added since are deleted.',
      { link: mail.link },
    ],
  })
}

const notices = {
  yours: {
    subject: 'This address is now that of your account',
    text: 'From now on you log in with it. What your wallet holds, and its key, stay as they are.',
  },
  tried: {
    subject: 'Somebody tried to use your address',
    text: 'Somebody who is logged in to another account tried to make this address theirs. Nothing was changed, and nothing needs to be done.',
  },
  passkeyAdded: {
    subject: 'A passkey was added to your account',
    text: 'It logs in to your account without a mail. If it was not you, log in, delete it, and take back devices that you do not know.',
  },
  passkeyDeleted: {
    subject: 'A passkey of your account was deleted',
    text: 'It no longer logs in to your account. If it was not you, log in, and take back devices that you do not know.',
  },
  socialLinked: {
    subject: 'One more way to log in to your account',
    text: 'An account at another service now logs in to yours. If it was not you, log in, take it away, and take back devices that you do not know.',
  },
  socialUnlinked: {
    subject: 'A way to log in to your account was taken away',
    text: 'An account at another service no longer logs in to yours. If it was not you, log in, and take back devices that you do not know.',
  },
  sessionsEnded: {
    subject: 'Your account was logged out elsewhere',
    text: 'A browser that is logged in to your account logged all the others out. They can log in again. If it was not you, log in, and take back devices that you do not know.',
  },
  deviceForgotten: {
    subject: 'A device of your account was taken back',
    text: 'It was logged out, and needs a code from your mail to log in again. If it was not you, log in, and take back devices that you do not know.',
  },
  deleted: {
    subject: 'Your account was deleted',
    text: 'Everything that was kept of it was deleted, and every browser was logged out. If you log in again, it is with a new account.',
  },
  guessedElsewhere: {
    subject: 'Too many wrong codes',
    text: 'Ten wrong codes were typed for this address within a day, in browsers that were not used with it before. Nobody got in. For the rest of that day, a new browser also needs a link that we send you. Browsers that you used before work as always.',
  },
  guessed: {
    subject: 'Too many wrong codes',
    text: 'Ten wrong codes were typed in for this address within a day. For the rest of that day no code is sent and none is accepted. If it was not you, somebody who can read your mail, or has one of your devices, tries to log in: change the password of your mailbox.',
  },
} as const

export type LoginNews = keyof typeof notices

/** Formats a notice that needs no action. */
export function formatLoginNotice(mail: {
  readonly to: string
  readonly news: LoginNews
  /** Milliseconds since 1970. */
  readonly at: number
}): OutgoingMail {
  const { subject, text } = notices[mail.news]
  return layOutMail({ to: mail.to, subject, parts: [text, { facts: [['Time', timeLine(mail.at)]] }] })
}

/** Masks an address for a viewer who may not be its owner. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
