import { join } from 'node:path'
import { type Listening, serveApp } from '../http/serveApp.ts'
import type { DevstackDescription } from '../stack/locateDevstack.ts'
import { buildPlayground } from './buildPlayground.ts'
import { createPageApp, type PageName } from './createPageApp.ts'
import { startViteServer } from './startViteServer.ts'

/**
 * Serves the playground or its phone wallet: the production build, which is what a visitor of a real page gets, or Vite's
 * development server with hot reloading.
 * @throws Error when it does not build or the port cannot be had.
 */
export async function startPages(options: {
  /** The repository. */
  root: string
  page: PageName
  port: number
  host: string
  /** Says where everything is by now. */
  describe: () => DevstackDescription
  hot: boolean
  signal: AbortSignal | undefined
  log: (line: string) => void
}): Promise<Listening> {
  const { root, page, port, host, describe, hot, signal, log } = options
  if (hot) return startViteServer({ root: join(root, 'apps', 'playground'), page, port, host, describe })
  const folder = await buildPlayground({ root, cache: join(root, '.cache', 'playground'), signal, log })
  return serveApp(createPageApp({ folder, page, describe }), { port, host })
}
