import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { SocialRow } from './createSocialFlows.ts'

type Markup = ReturnType<typeof html>

/** A page of the wallet's origin that a visitor sees on the way to a provider and back. */
export interface SocialPage {
  readonly body: Markup
  readonly headers: Readonly<Record<string, string>>
}

const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:26rem;margin:15vh auto 0;padding:0 1.5rem}h1{font-size:1.25rem;line-height:1.3}dt{opacity:.7;font-size:.875rem}dd{margin:0 0 .75rem;overflow-wrap:anywhere}form{display:flex;gap:.75rem;margin-top:1.5rem}button{flex:1;min-height:2.75rem;border:1px solid;border-radius:.75rem;background:none;color:inherit;font:inherit;cursor:pointer}button[value=approve]{background:CanvasText;color:Canvas}a{color:inherit}'

/** The opening page cannot be navigated from here, nor from the provider's page (T20). */
const scripts = {
  leave: 'opener=null;location.replace(document.querySelector("a").href)',
  close: 'opener=null;close()',
} as const

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const styleHash = hashOf(style)

function layOut(title: string, content: Markup, script?: keyof typeof scripts, isForm = false): SocialPage {
  const code = script && scripts[script]
  return {
    body: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${raw(style)}</style></head>
<body><main><h1>${title}</h1>${content}</main>${code === undefined ? '' : html`<script>${raw(code)}</script>`}</body>
</html>
`,
    headers: {
      'content-security-policy': [
        "default-src 'none'",
        `style-src ${styleHash}`,
        ...(code === undefined ? [] : [`script-src ${hashOf(code)}`]),
        "base-uri 'none'",
        `form-action ${isForm ? "'self'" : "'none'"}`,
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      // The opener has no access to a question for its visitor. On other pages it may see whether the window is open.
      ...(isForm && { 'cross-origin-opener-policy': 'same-origin' }),
    },
  }
}

/** Leads on, without the page that opened the window. */
export const leavePage = (url: string): SocialPage =>
  layOut('One moment', html`<p><a href="${url}">Continue</a></p>`, 'leave')

/** The end in a window of its own. */
export const closePage = (): SocialPage =>
  layOut('Back to where you were', html`<p>You can close this window.</p>`, 'close')

/** The page for a flow that has ended, never existed, or belongs to another browser. */
export const overPage = (): SocialPage =>
  layOut('This login is over', html`<p>Close this window and begin again where you wanted to log in.</p>`)

/** The provider cannot be reached: nothing of what it says is shown. */
export const troublePage = (): SocialPage =>
  layOut(
    'Failed to initiate social connection',
    html`<p>Close this window and try again, or choose another way.</p>`,
  )

/** Too many calls. */
export const busyPage = (): SocialPage =>
  layOut('Too many requests', html`<p>Wait a minute and try again.</p>`)

/** Asks a returning visitor in another browser or network whether they began the login. */
export const confirmPage = (
  row: SocialRow,
  confirm: string,
  words: { readonly who: string | null; readonly at: string },
): SocialPage =>
  layOut(
    'Did you ask to be logged in?',
    html`<p>Another browser, or another network, is going to be logged in${words.who === null ? '' : ` as ${words.who}`}. If somebody sent you here, it is theirs: refuse.</p>
<dl><dt>Page</dt><dd>${row.page}</dd>
${row.browser === null ? '' : html`<dt>Browser</dt><dd>${row.browser}</dd>`}
<dt>Time</dt><dd>${words.at}</dd></dl>
<form method="post" action="/social/${row.flow}"><input type="hidden" name="confirm" value="${confirm}">
<button name="decision" value="deny">No</button><button name="decision" value="approve">Yes, it is me</button></form>`,
    undefined,
    true,
  )
