import type { OutgoingMail } from './createMailer.ts'
import { clockLine, layOutMail, projectLine } from './layOutMail.ts'

export interface CodeMail {
  readonly to: string
  readonly code: string
  /** The project, as its operator named it. */
  readonly project: string
  /** The page that asks, as the visitor's browser sent it and the project lists it. */
  readonly origin: string
  /** In words of ours; absent when unknown. */
  readonly browser: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number
  /** For how many minutes the code counts. */
  readonly minutes: number
  /** What the code is for, when it is not to show whose the address is. */
  readonly purpose?: string
}

/**
 * Formats the message with a code: who asks, from where and when, so that a recipient who did not ask notices, and
 * nothing to click (reference §3.1, T43). The code is not in the subject, which phones show while locked.
 */
export function formatCodeMail(mail: CodeMail): OutgoingMail {
  const { to, code, origin, browser, minutes, purpose } = mail
  const project = projectLine(mail.project)
  return layOutMail({
    to,
    sender: project,
    subject: `Your code for ${project}`,
    parts: [
      `Your code for ${project}:`,
      { code },
      ...(purpose === undefined ? [] : [purpose]),
      `Enter it where you started, within ${minutes} minutes.`,
      [origin, ...(browser === undefined ? [] : [browser]), clockLine(mail.at)].join(' · '),
      'Never share it. Not you? Ignore this email.',
    ],
  })
}
