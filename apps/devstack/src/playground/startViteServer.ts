import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Plugin } from 'vite'
import type { Listening } from '../http/serveApp.ts'
import type { DevstackDescription } from '../stack/locateDevstack.ts'
import type { PageName } from './createPageApp.ts'
import { createShopBackend } from './createShopBackend.ts'

/** Starts Vite's development server on a page of the playground, with `/devstack.json` in front of it. */
export async function startViteServer(options: {
  /** The playground's folder, with its vite.config.ts. */
  root: string
  page: PageName
  port: number
  host: string
  describe: () => DevstackDescription
}): Promise<Listening> {
  const { root, page, port, host, describe } = options
  // Loaded here and not above: a stack that serves the build never pays for it.
  const { createServer } = await import('vite')
  const server = await createServer({
    root,
    configFile: `${root}/vite.config.ts`,
    clearScreen: false,
    // Two servers that optimise dependencies into one folder would trip over one another.
    ...(page === 'phone' && { cacheDir: join(root, '../../.cache/vite-phone') }),
    logLevel: 'warn',
    // Vite itself refuses hosts other than localhost, names under it, and addresses.
    server: { port, host, strictPort: true },
    plugins: [describeItself(describe), page === 'phone' ? openPhone() : answerAsShop(describe)],
  })
  await server.listen()
  const address = server.httpServer?.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => server.close(),
  }
}

function describeItself(describe: () => DevstackDescription): Plugin {
  return {
    name: 'latchkey-devstack',
    configureServer(server) {
      server.middlewares.use('/devstack.json', (_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.setHeader('cache-control', 'no-cache')
        response.end(JSON.stringify(describe()))
      })
    },
  }
}

/** The shop's own backend. */
function answerAsShop(describe: () => DevstackDescription): Plugin {
  return {
    name: 'latchkey-shop',
    configureServer(server) {
      const backend = createShopBackend(describe)
      const listener = getRequestListener(request => backend.handle(request), {
        overrideGlobalObjects: false,
      })
      server.middlewares.use((request, response, next) => {
        if (/^\/(?:auth\/|shop\/|account(?:$|\?))/.test(request.url ?? '')) void listener(request, response)
        else next()
      })
    },
  }
}

/** The phone wallet lies beside the shop in one folder, and is the start page of its own port. */
function openPhone(): Plugin {
  return {
    name: 'latchkey-phone',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path, query] = (request.url ?? '/').split('?')
        if (path === '/' || path === '/wc') {
          request.url = `/phone/index.html${query === undefined ? '' : `?${query}`}`
        }
        next()
      })
    },
  }
}
