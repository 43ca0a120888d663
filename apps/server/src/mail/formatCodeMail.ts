import type { OutgoingMail } from './createMailer.ts'

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
}

const longestProject = 80

/**
 * The message with a code: who asks, from where and when, so that somebody who did not ask can tell, and nothing to click
 * (reference §3.1, T43). The code is not in the subject, which phones show while they are locked.
 */
export function formatCodeMail(mail: CodeMail): OutgoingMail {
  const { to, code, origin, browser, minutes } = mail
  const project = mail.project
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, longestProject)
  const at = `${new Date(mail.at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const facts = [
    ['Page', origin],
    ...(browser === undefined ? [] : [['Browser', browser]]),
    ['Time', at],
  ] as const
  const asked = `Your code for ${project}:`
  const use = `Type it in on the page that asked for it. It counts once, for ${minutes} minutes.`
  const warning =
    'Never read this code to anyone and never send it on: whoever asks you for it is not from us. If you did not ask for it, nothing needs to be done; without the code nobody gets further.'
  return {
    to,
    subject: `Your code for ${project}`,
    text: [
      asked,
      '',
      `    ${code}`,
      '',
      use,
      '',
      ...facts.map(([name, value]) => `${name}: ${value}`),
      '',
      warning,
      '',
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>',
      '<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#111;background:#fff">',
      `<p>${escapeMarkup(asked)}</p>`,
      `<p style="font-size:28px;letter-spacing:2px"><strong>${escapeMarkup(code)}</strong></p>`,
      `<p>${escapeMarkup(use)}</p>`,
      `<p>${facts.map(([name, value]) => `${escapeMarkup(String(name))}: ${escapeMarkup(String(value))}`).join('<br>')}</p>`,
      `<p>${escapeMarkup(warning)}</p>`,
      '</body></html>',
    ].join('\n'),
  }
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
