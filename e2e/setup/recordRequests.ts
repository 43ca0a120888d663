import type { Page } from '@playwright/test'

/** The parts of the widget that load only after the visitor acts, or on a page at rest: engine, adapter, views. */
export const lazyParts = /\/assets\/(createRuntime|create\w+Adapter|\w+View|restore\w*|createRpc)-/

/** Keeps what the page asks the network for from now on. */
export function recordRequests(page: Page) {
  const urls: URL[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http')) urls.push(url)
  })
  page.on('websocket', socket => urls.push(new URL(socket.url())))
  return {
    /** Addresses that are not the page's own origin. */
    foreign: () => urls.filter(url => url.origin !== new URL(page.url()).origin).map(url => url.href),
    paths: () => urls.map(url => url.pathname),
  }
}
