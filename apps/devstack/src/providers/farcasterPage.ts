import { html, raw } from 'hono/html'
import type { DevAccount } from '../chains/devAccounts.ts'
import { providerStyle } from './providerPage.ts'

type Markup = ReturnType<typeof html>

function layOut(content: Markup): string {
  return String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>farcaster, played by the dev stack</title><style>${raw(providerStyle)}</style></head>
<body><main><h1>Farcaster</h1>
<p>This is not Farcaster: the dev stack plays the app of an account.</p>
${content}
</main></body></html>
`)
}

/** Formats the page that asks for approval of a login, and for the account. */
export const formatFarcasterPage = (
  asked: { readonly domain: string; readonly requestId: string },
  accounts: readonly DevAccount[],
): string =>
  layOut(html`<p>${asked.domain} wants to know who you are, for ${asked.requestId}.</p>
<form method="post">
${accounts.map(({ address }, index) => html`<button name="account" value="${index}">Account ${index}, ${address.slice(0, 6)}…${address.slice(-4)}</button>`)}
<button name="deny" value="1">Refuse</button></form>`)

export const formatFarcasterResult = (text: string): string => layOut(html`<p role="status">${text}</p>`)
