import { html, raw } from 'hono/html'

/** A piece of a page; what is put into it is escaped. */
export type Markup = ReturnType<typeof html>

export const rampPageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  // A form's Origin header comes with it, and is checked.
  'referrer-policy': 'same-origin',
} as const

/** Formats a page of a service behind the ramp. It runs no script: a page that waits loads itself again. */
export function formatRampPage(options: {
  /** Whose page it is, such as `Brook Pay`. */
  service: string
  title: string
  body: Markup
  waits?: boolean
}): Markup {
  const { service, title, body, waits = false } = options
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        ${waits ? raw('<meta http-equiv="refresh" content="1">') : ''}
        <title>${title} · ${service}</title>
        <link rel="stylesheet" href="/style.css">
      </head>
      <body>
        <header><strong>${service}</strong><span>Sandbox: no real money</span></header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`
}

/** Formats names with their values. */
export function formatFacts(facts: readonly (readonly [string, string | Markup])[]): Markup {
  return html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Formats what is wrong with the input of a field whose id is `field`. */
export function formatProblem(problem: string | undefined): Markup | '' {
  return problem === undefined ? '' : html`<p class="problem" id="problem" role="alert">${problem}</p>`
}
