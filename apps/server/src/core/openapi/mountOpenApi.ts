import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import type { AppContext, AppTypes } from '../http/appTypes.ts'
import { createDocument } from './createDocument.ts'
import { formatPage, pagePolicy } from './formatPage.ts'
import { listMountedRoutes } from './listRoutes.ts'

interface Page {
  readonly text: string
  readonly etag: string
}

/** The calls that this server answers, as OpenAPI at `/openapi.json` and as a page at `/docs`. */
export function mountOpenApi(app: Hono<AppTypes>): void {
  let pages: { readonly json: Page; readonly html: Page } | undefined
  const write = () => {
    // Written when it is first asked for: by then every room has been mounted.
    const document = createDocument(listMountedRoutes(app))
    pages ??= { json: toPage(JSON.stringify(document)), html: toPage(formatPage(document)) }
    return pages
  }
  app.get('/openapi.json', c => {
    c.header('Access-Control-Allow-Origin', '*')
    return send(c, (pages ?? write()).json, 'application/json')
  })
  app.get('/docs', c => {
    c.header('Content-Security-Policy', pagePolicy)
    c.header('Referrer-Policy', 'no-referrer')
    return send(c, (pages ?? write()).html, 'text/html; charset=utf-8')
  })
}

function toPage(text: string): Page {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}

function send(c: AppContext, page: Page, type: string): Response {
  c.header('ETag', page.etag)
  c.header('Cache-Control', 'public, max-age=300')
  if (c.req.header('if-none-match') === page.etag) return c.body(null, 304)
  return c.body(page.text, 200, { 'Content-Type': type })
}
