import { html, raw } from 'hono/html'
import { devPeople } from './devPeople.ts'

export const providerPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // The answer to its form leads on to the wallet, wherever that is.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

/** Formats the page where a user names themselves; no password is needed. */
export function formatProviderPage(provider: string): string {
  return String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${provider}, played by the dev stack</title><style>${raw(providerStyle)}</style></head>
<body><main><h1>Log in with ${provider}</h1>
<p>This is not ${provider}: the dev stack plays it, and believes any name you enter.</p>
<form method="post">
${devPeople.map(email => html`<button name="email" value="${email}">${email}</button>`)}
</form>
<form method="post"><label>Another address <input name="email" type="email" required autocomplete="off"></label><button>Log in</button></form>
<form method="post"><button name="deny" value="1">Refuse</button></form>
</main></body></html>
`)
}

export const providerStyle =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:24rem;margin:10vh auto 0;padding:0 1rem}form{display:grid;gap:.5rem;margin-top:1rem}label{display:grid;gap:.25rem}button,input{font:inherit;min-height:2.75rem;border:1px solid;border-radius:.5rem;padding:0 .75rem;background:none;color:inherit}button{cursor:pointer}'
