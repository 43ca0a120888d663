import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

/** A listening HTTP server. */
export interface Listening {
  readonly port: number
  /** Ends open connections too: a page that stays open must not hold up the end. */
  close(): Promise<void>
}

/**
 * Serves an app; port 0 takes a free one.
 * @throws Error of the system when the port cannot be had.
 */
export function serveApp(app: Hono, options: { port: number; host: string }): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: app.fetch, port: options.port, hostname: options.host, overrideGlobalObjects: false },
      address => {
        server.off('error', reject)
        resolve({ port: address.port, close: () => close() })
      },
    )
    server.once('error', reject)
    const close = (): Promise<void> =>
      new Promise(done => {
        server.close(() => done())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
  })
}
