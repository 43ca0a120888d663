import { join } from 'node:path'
import { type Listening, serveApp } from '../http/serveApp.ts'
import type { DevstackDescription } from '../stack/locateDevstack.ts'
import { buildPlayground } from './buildPlayground.ts'
import { createPlaygroundApp } from './createPlaygroundApp.ts'
import { startViteServer } from './startViteServer.ts'

/**
 * Serves the playground: the production build, which is what a visitor of a real page gets, or Vite's development
 * server with hot reloading.
 * @throws Error when it does not build or the port cannot be had.
 */
export async function startPlayground(options: {
  /** The repository. */
  root: string
  port: number
  host: string
  description: DevstackDescription
  hot: boolean
  signal: AbortSignal | undefined
  log: (line: string) => void
}): Promise<Listening> {
  const { root, port, host, description, hot, signal, log } = options
  if (hot) return startViteServer({ root: join(root, 'apps', 'playground'), port, host, description })
  const folder = await buildPlayground({ root, cache: join(root, '.cache', 'playground'), signal, log })
  return serveApp(createPlaygroundApp({ folder, description }), { port, host })
}
