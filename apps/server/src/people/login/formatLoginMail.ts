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
    subject: `Confirm your login to ${project}`,
    parts: [
      `Someone is logging in to ${project} from a new browser. Is this you?`,
      {
        facts: [
          ['Page', mail.page],
          ...(mail.browser === null ? [] : [['Browser', mail.browser] as const]),
          ['Time', timeLine(mail.at)],
          ['Number', mail.match],
        ],
      },
      'Open this page and approve only if that browser shows the same number. Expires in 10 minutes.',
      { link: mail.link },
      'Not you? Ignore this email. No one can log in without it.',
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
    subject: `Your email address at ${project} was changed`,
    parts: [
      `You now log in with ${mail.next}, no longer with this address.`,
      { facts: [['Time', timeLine(mail.at)]] },
      `Not you? Open this page to undo it until ${timeLine(mail.until)}. All browsers are then logged out.`,
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
    subject: `Your email address at ${project} will be changed`,
    parts: [
      `Someone with your passkey says this mailbox is lost, and asked to log in with ${mail.next} instead. That’s possible from ${timeLine(mail.from)}.`,
      { facts: [['Time', timeLine(mail.at)]] },
      'Not you? Open this page and stop it. All browsers are then logged out, and passkeys added since are deleted.',
      { link: mail.link },
    ],
  })
}

const notices = {
  yours: {
    subject: 'This is now your account’s email address',
    text: 'You now log in with it. Your wallet and its key stay the same.',
  },
  tried: {
    subject: 'Someone tried to use your email address',
    text: 'Someone logged in to another account tried to add this address to it. Nothing was changed. You don’t need to do anything.',
  },
  passkeyAdded: {
    subject: 'A passkey was added to your account',
    text: 'It logs in to your account without an email. Not you? Log in, delete it, and remove browsers you don’t know.',
  },
  passkeyDeleted: {
    subject: 'A passkey of your account was deleted',
    text: 'It no longer logs in to your account. Not you? Log in and remove browsers you don’t know.',
  },
  socialLinked: {
    subject: 'A login was added to your account',
    text: 'An account at another service now logs in to yours. Not you? Log in, remove it, and remove browsers you don’t know.',
  },
  socialUnlinked: {
    subject: 'A login was removed from your account',
    text: 'An account at another service no longer logs in to yours. Not you? Log in and remove browsers you don’t know.',
  },
  sessionsEnded: {
    subject: 'Your other browsers were logged out',
    text: 'A browser of your account logged out all the others. They can log in again. Not you? Log in and remove browsers you don’t know.',
  },
  deviceForgotten: {
    subject: 'A browser was removed from your account',
    text: 'It was logged out, and needs a code from your email to log in again. Not you? Log in and remove browsers you don’t know.',
  },
  deleted: {
    subject: 'Your account was deleted',
    text: 'All its data was deleted, and all browsers were logged out. Logging in again creates a new account.',
  },
  guessedElsewhere: {
    subject: 'Too many wrong codes',
    text: 'Ten wrong codes were entered for this address in new browsers. No one got in. For the rest of the day, new browsers also need a link that we email you. Browsers you’ve used before work as usual.',
  },
  guessed: {
    subject: 'Too many wrong codes',
    text: 'Ten wrong codes were entered for this address today. For the rest of the day we send and accept none. Not you? Someone who can read your email, or uses one of your browsers, may be trying to log in: change your email password.',
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
