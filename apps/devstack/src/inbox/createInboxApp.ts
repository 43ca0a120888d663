import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { isLocalOrigin } from '../http/isLocalHost.ts'
import { localOnly } from '../http/localOnly.ts'
import type { Mailbox } from './createMailbox.ts'

const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const

/** The headers of a message's own markup: it can be seen, runs nothing, fetches nothing, and has no origin. */
const messageHeaders = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
} as const

/**
 * What arrived in the dev stack's mailbox: pages for people, without a line of script, and for tests `GET /messages` as
 * `[{ to, from, subject, text, html, at }]`, newest first, and `DELETE /messages`.
 */
export function createInboxApp(mailbox: Mailbox): Hono {
  const app = new Hono()
  app.use(localOnly())
  app.use(async (context, next) => {
    await next()
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'no-referrer')
    context.header('cache-control', 'no-store')
  })
  app.notFound(context => context.text('There is no such page in the inbox.\n', 404))

  app.get('/messages', context => context.json(mailbox.list()))
  // No page of another origin gets this far: its browser asks first, and is not answered.
  app.delete('/messages', context => {
    mailbox.empty()
    return context.body(null, 204)
  })
  app.post('/empty', context => {
    const origin = context.req.header('origin') ?? ''
    if (!isLocalOrigin(origin) || new URL(origin).host !== context.req.header('host'))
      return context.text('Only the inbox itself empties the inbox.\n', 403)
    mailbox.empty()
    return context.redirect('/', 303)
  })

  app.get('/', context => context.html(formatList(mailbox), 200, pageHeaders))
  app.get('/messages/:number{[0-9]{1,9}}', context => {
    const mail = mailbox.find(Number(context.req.param('number')))
    if (mail === undefined) return context.notFound()
    const frame =
      mail.html === ''
        ? ''
        : html`<h2>As HTML</h2>
            <iframe sandbox="" title="The message as HTML" src="${context.req.path}/html"></iframe>`
    const body = html`<p><a href="/">All messages</a></p>
      <h1>${mail.subject === '' ? 'No subject' : mail.subject}</h1>
      <dl>
        <dt>To</dt><dd>${mail.to}</dd>
        <dt>From</dt><dd>${mail.from}</dd>
        <dt>At</dt><dd><time datetime="${mail.at}">${mail.at}</time></dd>
      </dl>
      <pre>${mail.text}</pre>
      ${frame}`
    return context.html(formatPage(mail.subject, body), 200, pageHeaders)
  })
  app.get('/messages/:number{[0-9]{1,9}}/html', context => {
    const mail = mailbox.find(Number(context.req.param('number')))
    return mail === undefined ? context.notFound() : context.html(mail.html, 200, messageHeaders)
  })
  return app
}

type Markup = ReturnType<typeof html>

function formatList(mailbox: Mailbox): Markup {
  const entries = mailbox.entries()
  const rows = entries.map(
    ([number, mail]) =>
      html`<li>
        <a href="/messages/${number}">${mail.subject === '' ? 'No subject' : mail.subject}</a>
        <span>to ${mail.to}, <time datetime="${mail.at}">${mail.at}</time></span>
      </li>`,
  )
  const list =
    entries.length === 0
      ? html`<p>No mail yet. Whatever the local services send is shown here, newest first.</p>`
      : html`<ul>${rows}</ul>
          <form method="post" action="/empty"><button>Empty the inbox</button></form>`
  // People wait for a code in front of this page; it looks again by itself.
  return formatPage('Inbox', html`<h1>Inbox</h1>${list}`, raw('<meta http-equiv="refresh" content="3">'))
}

function formatPage(title: string, body: Markup, head: ReturnType<typeof raw> | '' = ''): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        ${head}
        <title>${title} · Latchkey inbox</title>
        <style>${raw(style)}</style>
      </head>
      <body><main>${body}</main></body>
    </html>`
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0 }
  main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem }
  h1 { font-size: 1.375rem; overflow-wrap: anywhere }
  h2 { font-size: 1rem; margin-top: 1.5rem }
  ul { list-style: none; padding: 0 }
  li { display: flex; flex-direction: column; padding: .75rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); overflow-wrap: anywhere }
  li span, dt { color: color-mix(in srgb, currentColor 70%, transparent); font-size: .875rem }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem }
  dd { margin: 0; overflow-wrap: anywhere }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem }
  iframe { width: 100%; height: 28rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; background: #fff }
  button { font: inherit; padding: .5rem .875rem; border-radius: .5rem; cursor: pointer }
`
