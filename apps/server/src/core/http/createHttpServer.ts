import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']

/** An HTTP server that gives each connection its time, and no more (T91). */
export function createHttpServer(options: {
  readonly fetch: Fetch
  /** Milliseconds for the head of a request, so that no client holds a connection by sending a byte a minute. */
  readonly headersTimeout: number
  /** Milliseconds for which nothing comes or leaves: more than a call waits for anything (RPC_TIMEOUT_MS is 60 s at most). */
  readonly idleTimeout?: number
}): Server {
  const { fetch, headersTimeout, idleTimeout = 65_000 } = options
  const server = createAdaptorServer({
    fetch,
    // The services may share their process with other code, whose Request and Response stay as they are.
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout,
      requestTimeout: 30_000,
      keepAliveTimeout: idleTimeout,
      // Node checks every 30 s by default, and lets connections live as much longer.
      connectionsCheckingInterval: Math.min(1_000, headersTimeout),
      // Some clients offer h2c with any request; a server that does not speak it answers as usual.
      shouldUpgradeCallback: ({ headers }) =>
        server.listenerCount('upgrade') > 0 && headers.upgrade?.toLowerCase() === 'websocket',
    },
  }) as Server
  // An unread answer stays in memory with its connection; Node checks twice whether some of it was sent.
  return server.setTimeout(idleTimeout)
}
