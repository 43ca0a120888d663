import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono, type MiddlewareHandler } from 'hono'
import { serveStatic } from 'hono/serve-static'
import { localOnly } from '../http/localOnly.ts'
import type { DevstackDescription } from '../stack/locateDevstack.ts'
import { createShopBackend, type ShopBackend } from './createShopBackend.ts'

/** The two pages of one build: each has a port of its own, because a wallet's keys are no business of the shop's. */
export type PageName = 'playground' | 'phone'

/** Where the phone wallet is opened: by hand, and by a link with a pairing or a request in its query. */
const phonePaths = ['/', '/wc'] as const

/** The phone wallet's headers: it runs only its own code, sits in no frame, and sends no referrer. */
const phoneHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob:",
    "connect-src 'self' http://localhost:* ws://localhost:* https: wss:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self)',
} as const

/** Serves one page of the built playground, and `/devstack.json` with the addresses of the stack. */
export function createPageApp(options: {
  folder: string
  page: PageName
  describe: () => DevstackDescription
}): Hono {
  const { folder, page, describe } = options
  const app = new Hono()
  app.use(localOnly())
  app.use(async (context, next) => {
    await next()
    context.header('x-content-type-options', 'nosniff')
    // Built files under /assets carry a hash of their content in the name; everything else may change with a build.
    const lasting = context.req.path.startsWith('/assets/') && context.res.status === 200
    context.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (page === 'phone')
      for (const [name, value] of Object.entries(phoneHeaders)) context.header(name, value)
  })
  app.get('/devstack.json', context => context.json(describe()))
  const serve = serverOf(folder)
  if (page === 'phone') mountPhone(app, serve)
  else mountShop(app, serve, createShopBackend(describe))
  app.notFound(context => context.text('There is no such page in the playground.\n', 404))
  return app
}

type Serve = (rewrite?: (path: string) => string) => MiddlewareHandler

/** Serves a build from memory: it does not change while it is served, and tests load its pages hundreds of times. */
function serverOf(folder: string): Serve {
  const names = globSync('**/*.*', { cwd: folder })
  const files = new Map(names.map(name => [`/${name}`, readFileSync(join(folder, name))]))
  return rewrite =>
    serveStatic({
      root: '/',
      isDir: path => path === '/',
      getContent: async path => files.get(path) ?? null,
      ...(rewrite && { rewriteRequestPath: rewrite }),
    })
}

function mountShop(app: Hono, serve: Serve, backend: ShopBackend): void {
  for (const path of ['/auth/*', '/account', '/shop/*'])
    app.all(path, context => backend.handle(context.req.raw))
  app.use('/phone/*', async context => context.notFound())
  app.use(serve())
  app.use(serve(path => `${path}.html`))
}

function mountPhone(app: Hono, serve: Serve): void {
  app.use('/assets/*', serve())
  for (const path of phonePaths)
    app.get(
      path,
      serve(() => '/phone/index.html'),
    )
}
