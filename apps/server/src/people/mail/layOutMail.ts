import type { OutgoingMail } from './createMailer.ts'

/** A part of a message: a sentence, something to type in, facts with their names, or an address that leads somewhere. */
export type MailPart =
  | string
  | { readonly code: string }
  | { readonly facts: readonly (readonly [string, string])[] }
  | { readonly link: string }

const longestProject = 80

/** A message as text and as markup, of the same words; whatever is in them is text (T47). */
export function layOutMail(mail: {
  readonly to: string
  readonly sender?: string
  readonly subject: string
  readonly parts: readonly MailPart[]
}): OutgoingMail {
  return {
    to: mail.to,
    ...(mail.sender !== undefined && { sender: mail.sender }),
    subject: mail.subject,
    text: `${mail.parts.map(asText).join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>',
      '<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#111;background:#fff">',
      ...mail.parts.map(asMarkup),
      '</body></html>',
    ].join('\n'),
  }
}

/** A project's name as its operator wrote it, fit for a line of a message. */
export function projectLine(name: string): string {
  return name
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, longestProject)
}

/** Formats a time to the minute, with its zone. */
export function timeLine(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Formats the time of a day to the minute, with its zone: the message itself is dated. */
export function clockLine(at: number): string {
  return timeLine(at).slice('yyyy-mm-dd '.length)
}

function asText(part: MailPart): string {
  if (typeof part === 'string') return part
  if ('code' in part) return `    ${part.code}`
  if ('link' in part) return part.link
  return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
}

function asMarkup(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeMarkup(part)}</p>`
  if ('code' in part)
    return `<p style="font-size:28px;letter-spacing:2px"><strong>${escapeMarkup(part.code)}</strong></p>`
  if ('link' in part) return `<p><a href="${escapeMarkup(part.link)}">${escapeMarkup(part.link)}</a></p>`
  return `<p>${part.facts.map(([name, value]) => `${escapeMarkup(name)}: ${escapeMarkup(value)}`).join('<br>')}</p>`
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
