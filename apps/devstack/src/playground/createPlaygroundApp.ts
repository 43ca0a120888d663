import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { localOnly } from '../http/localOnly.ts'
import type { DevstackDescription } from '../stack/locateDevstack.ts'

/** Serves the built playground, and `/devstack.json` that tells it where everything is. */
export function createPlaygroundApp(options: { folder: string; description: DevstackDescription }): Hono {
  const { folder, description } = options
  const app = new Hono()
  app.use(localOnly())
  app.use(async (context, next) => {
    await next()
    context.header('x-content-type-options', 'nosniff')
    // Built files under /assets carry a hash of their content in the name; everything else may change with a build.
    const lasting = context.req.path.startsWith('/assets/') && context.res.status === 200
    context.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
  })
  app.get('/devstack.json', context => context.json(description))
  app.use(serveStatic({ root: folder }))
  app.use(serveStatic({ root: folder, rewriteRequestPath: path => `${path}.html` }))
  app.notFound(context => context.text('There is no such page in the playground.\n', 404))
  return app
}
