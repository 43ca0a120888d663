import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { socialOwnPath, socialWindow } from 'latchkey/services'
import type { SocialRow } from './createSocialFlows.ts'

type Markup = ReturnType<typeof html>

/** A page of the wallet's origin that a visitor sees on the way to a provider and back. */
export interface SocialPage {
  readonly body: Markup
  readonly headers: Readonly<Record<string, string>>
}

const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:26rem;margin:15vh auto 0;padding:0 1.5rem}h1{font-size:1.25rem;line-height:1.3}dt{opacity:.7;font-size:.875rem}dd{margin:0 0 .75rem;overflow-wrap:anywhere}form{display:flex;gap:.75rem;margin-top:1.5rem}button{flex:1;min-height:2.75rem;border:1px solid;border-radius:.75rem;background:none;color:inherit;font:inherit;cursor:pointer}button[value=approve]{background:CanvasText;color:Canvas}a{color:inherit}.match{font-size:2rem;font-weight:600;line-height:1.2}'

/** Milliseconds that a frame has to answer; without an answer the visitor is asked instead. */
const askTime = 1_500

/**
 * Asks the opener, and the frames in it, for the secret of this login: at the wallet's own origin alone, so that a page around
 * neither hears the question nor can answer it (S2). Then it drops the opener (T20) and goes where it is led.
 */
const askScript = `(() => {
const alone = document.querySelector("a").href
let isGone = false
const go = url => {
  if (isGone) return
  isGone = true
  opener = null
  location.replace(url)
}
if (!opener) return go(alone)
const flow = location.pathname.split("/").pop()
let isAnswered = false
addEventListener("message", ({ origin, data }) => {
  if (isAnswered || origin !== location.origin || data?.type !== "${socialWindow.answer}" || data.flow !== flow) return
  isAnswered = true
  fetch(location.pathname + "${socialOwnPath}", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret: data.secret }),
  })
    .then(answer => (answer.ok ? answer.json() : { uri: alone }))
    .then(({ uri }) => go(uri), () => go(alone))
})
try {
  const asked = [opener]
  for (let at = 0; at < opener.length; at++) asked.push(opener[at])
  for (const each of asked) each.postMessage({ type: "${socialWindow.question}", flow }, location.origin)
} catch {
  return go(alone)
}
setTimeout(() => isAnswered || go(alone), ${askTime})
})()`

/** The opening page cannot be navigated from here, nor from the provider's page (T20). */
const scripts = {
  leave: 'opener=null;location.replace(document.querySelector("a").href)',
  close: 'opener=null;close()',
  ask: askScript,
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
        ...(script === 'ask' ? ["connect-src 'self'"] : []),
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

/** Finds out whether this window is of the browser that began, and leads on; `url` leads on without. */
export const askPage = (url: string): SocialPage =>
  layOut('One moment', html`<p><a href="${url}">Continue</a></p>`, 'ask')

/** Leads on, without the page that opened the window. */
export const leavePage = (url: string): SocialPage =>
  layOut('One moment', html`<p><a href="${url}">Continue</a></p>`, 'leave')

/** The end in a window of its own. */
export const closePage = (): SocialPage =>
  layOut('Go back to where you were', html`<p>You can close this window.</p>`, 'close')

/** The page for a flow that has ended, never existed, or belongs to another browser. */
export const overPage = (): SocialPage =>
  layOut('This login has expired', html`<p>Close this window and log in again where you started.</p>`)

/** The provider cannot be reached: nothing of what it says is shown. */
export const troublePage = (): SocialPage =>
  layOut(
    'Failed to initiate social connection',
    html`<p>Close this window and try again, or choose another way.</p>`,
  )

/** Too many calls. */
export const busyPage = (): SocialPage =>
  layOut('Too many requests', html`<p>Wait a minute and try again.</p>`)

/**
 * Asks a visitor whether they began the login: in a window that has not shown to be of the browser that did, or on the way
 * to an app.
 */
export const confirmPage = (
  row: SocialRow,
  words: { readonly who: string | null; readonly at: string; readonly confirm?: string | undefined },
): SocialPage =>
  layOut(
    'Is this you logging in?',
    html`<p>${questionOf(row, words.who)} If someone sent you here, press No: the login is theirs.</p>
<dl>${row.return_to === null ? html`<dt>Number</dt><dd class="match">${row.match_number}</dd>` : ''}
<dt>Page</dt><dd>${row.page}</dd>
${row.browser === null ? '' : html`<dt>Browser</dt><dd>${row.browser}</dd>`}
<dt>Time</dt><dd>${words.at}</dd></dl>
<form method="post" action="/social/${row.flow}">${words.confirm === undefined ? '' : html`<input type="hidden" name="confirm" value="${words.confirm}">`}
<button name="decision" value="deny">No</button><button name="decision" value="approve">Yes, it’s me</button></form>`,
    undefined,
    true,
  )

function questionOf({ purpose, return_to }: SocialRow, who: string | null): string {
  const name = who === null ? '' : ` as ${who}`
  const what = {
    link: `Your login${name} will be added to an account.`,
    prove: `You confirm${name} that a logged-in browser is yours.`,
  }[purpose]
  const begun = what ?? `A browser will be logged in${name}.`
  // The page that shows the number is gone from this tab.
  return return_to === null ? `${begun} Check for the same number where you started.` : begun
}
