import type { Plugin } from 'vite'
import type { Listening } from '../http/serveApp.ts'
import type { DevstackDescription } from '../stack/locateDevstack.ts'

/** Starts Vite's development server on the playground, with `/devstack.json` in front of it. */
export async function startViteServer(options: {
  /** The playground's folder, with its vite.config.ts. */
  root: string
  port: number
  host: string
  description: DevstackDescription
}): Promise<Listening> {
  const { root, port, host, description } = options
  // Loaded here and not above: a stack that serves the build never pays for it.
  const { createServer } = await import('vite')
  const server = await createServer({
    root,
    configFile: `${root}/vite.config.ts`,
    clearScreen: false,
    logLevel: 'warn',
    // Vite itself refuses hosts other than localhost, names under it, and addresses.
    server: { port, host, strictPort: true },
    plugins: [describeItself(description)],
  })
  await server.listen()
  const address = server.httpServer?.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => server.close(),
  }
}

function describeItself(description: DevstackDescription): Plugin {
  return {
    name: 'latchkey-devstack',
    configureServer(server) {
      server.middlewares.use('/devstack.json', (_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.setHeader('cache-control', 'no-cache')
        response.end(JSON.stringify(description))
      })
    },
  }
}
